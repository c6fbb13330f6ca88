"""What every app's pages share: the base page, the page clock, the fonts, the live feed."""
