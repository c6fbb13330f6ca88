// Slack's own client for Node: reads a JSON line {token, method, arguments}, calls it, answers a JSON line.
import { createInterface } from "node:readline";
import { LogLevel, WebClient } from "@slack/web-api";

const [slackApiUrl] = process.argv.slice(2);
const clients = new Map();

function clientOf(token) {
  if (!clients.has(token)) clients.set(token, new WebClient(token, { slackApiUrl, logLevel: LogLevel.ERROR, retryConfig: { retries: 1, minTimeout: 0 } }));
  return clients.get(token);
}

async function put({ url, content }) {
  const answer = await fetch(url, { method: "POST", body: content });
  return { ok: answer.ok, text: await answer.text() };
}

async function carriedOut({ token, method, arguments: given }) {
  if (method === "PUT") return put(given);
  const client = clientOf(token);
  if (method === "uploadV2") {
    const { content, ...rest } = given;
    return client.files.uploadV2({ ...rest, file: Buffer.from(content) });
  }
  const names = method.split(".");
  const family = names.slice(0, -1).reduce((found, name) => found[name], client);
  return family[names.at(-1)](given);
}

for await (const line of createInterface({ input: process.stdin })) {
  const answer = await carriedOut(JSON.parse(line)).catch((error) => ({
    ok: false,
    error: error.data?.error ?? error.code,
    retryAfter: error.retryAfter,
    message: error.message,
  }));
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
