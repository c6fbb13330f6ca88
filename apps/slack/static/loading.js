// Whoever drives the page waits while <html data-pending> is there; slack.js takes it away when it is ready.
document.documentElement.dataset.pending = "1";
