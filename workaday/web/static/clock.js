// The world's time, as the page clock tells it.
export const now = () => new Date();
