import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { parseWebhookUrl, postWebhook } from "./webhook-client.ts";

const readFixture = (name: string) =>
  readFileSync(path.join(projectRoot, "server", "testing", "fixtures", "push", `localhost.${name}`));

const requested: { path: string | undefined; body: string; method: string | undefined }[] = [];

function answer(req: IncomingMessage, res: ServerResponse): void {
  let body = "";
  req.on("data", (chunk: Buffer) => {
    body += chunk;
  });
  req.on("end", () => {
    requested.push({ path: req.url, body, method: req.method });
    if (req.url === "/hanging") return;
    if (req.url === "/cut") return void req.socket.destroy();
    if (req.url === "/endless") {
      res.writeHead(200);
      const write = () => void (res.destroyed || res.write("x".repeat(65_536), write));
      return write();
    }
    const status = Number(req.url?.slice(1));
    res.writeHead(status, { ...(status === 302 && { Location: "/204" }) }).end(`reply\0 to ${body}`);
  });
}

const servers = [
  createServer({ key: readFixture("key"), cert: readFixture("crt") }, answer),
  createHttpServer(answer),
];
let tlsHost = "";
let httpHost = "";

beforeAll(async () => {
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  [tlsHost = "", httpHost = ""] = servers.map(
    (server) => `localhost:${(server.address() as AddressInfo).port}`,
  );
});
afterAll(() => {
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
});

const settings = () => ({ webhookHosts: [tlsHost, httpHost] });
const send = (url: string, options: Parameters<typeof postWebhook>[2] = {}) =>
  postWebhook(settings(), { url, headers: {}, body: "message" }, { ca: readFixture("crt"), ...options });

describe("a message to a webhook", () => {
  test("is posted, and the reply is reported without control characters", async () => {
    requested.splice(0);
    expect(await send(`https://${tlsHost}/200`)).toEqual({
      kind: "replied",
      status: 200,
      excerpt: "reply to message",
    });
    expect(await send(`http://${httpHost}/500`)).toMatchObject({ status: 500 });
    expect(requested).toEqual([
      { path: "/200", body: "message", method: "POST" },
      { path: "/500", body: "message", method: "POST" },
    ]);
  });

  test("follows no redirect", async () => {
    requested.splice(0);
    expect(await send(`https://${tlsHost}/302`)).toMatchObject({ status: 302 });
    expect(requested.map(({ path }) => path)).toEqual(["/302"]);
  });

  test("ends at the time-out", async () => {
    expect(await send(`https://${tlsHost}/hanging`, { timeoutMs: 300 })).toEqual({
      kind: "failed",
      failure: "timeout",
    });
  });

  test("reads a limited part of the reply", async () => {
    const reply = await send(`http://${httpHost}/endless`);

    expect(reply).toMatchObject({ status: 200 });
    expect("excerpt" in reply && reply.excerpt.length).toBe(500);
  });

  test("fails when the connection is cut or refused", async () => {
    expect(await send(`https://${tlsHost}/cut`)).toEqual({ kind: "failed", failure: "unreachable" });
    const closed = { webhookHosts: ["localhost:1"] };
    expect(await postWebhook(closed, { url: "http://localhost:1/", headers: {}, body: "" })).toEqual({
      kind: "failed",
      failure: "unreachable",
    });
  });

  test("is not sent where the certificate is unknown", async () => {
    requested.splice(0);
    expect(await postWebhook(settings(), { url: `https://${tlsHost}/200`, headers: {}, body: "x" })).toEqual({
      kind: "failed",
      failure: "tls",
    });
    expect(requested).toEqual([]);
  });

  test("is not sent to an address that is not allowed", async () => {
    requested.splice(0);
    for (const url of [
      `https://${tlsHost}/200`,
      `http://${httpHost}/200`,
      "https://localhost.localdomain/",
    ]) {
      const reply = await postWebhook({ webhookHosts: [] }, { url, headers: {}, body: "x" });
      expect(reply).toEqual({ kind: "failed", failure: expect.stringMatching(/refused|unreachable/) });
    }
    expect(requested).toEqual([]);
  });
});

test.each([
  ["https://hooks.example.org/a?b=c", true],
  ["https://93.184.215.14/", true],
  ["http://hooks.lan:8080/a", true],
  ["http://hooks.example.org/", false],
  ["https://hooks.example.org:8443/", false],
  ["http://hooks.lan/", false],
  ["https://10.0.0.1/", false],
  ["https://[::1]/", false],
  ["https://169.254.169.254/latest", false],
  ["https://a:b@hooks.example.org/", false],
  ["http://a:b@hooks.lan:8080/", false],
  ["ftp://hooks.lan:8080/", false],
  ["https://hooks.example.org/#part", false],
  ["nonsense", false],
])("the URL %s is allowed: %s", (url, isAllowed) => {
  expect(parseWebhookUrl({ webhookHosts: ["hooks.lan:8080"] }, url) !== null).toBe(isAllowed);
});
