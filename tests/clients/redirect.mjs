// Lets a program that knows but one address for Slack find it at SLACK_API_URL.
const real = globalThis.fetch;
globalThis.fetch = (url, given) => real(String(url).replace("https://slack.com/api/", process.env.SLACK_API_URL), given);
