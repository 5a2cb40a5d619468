import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import { type AddressInfo, connect, createServer as createTcpServer } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { projectRoot } from "#server/project-root.ts";
import { createWebPushClient, isPushEndpoint, type WebPushClient } from "./web-push-client.ts";

const readFixture = (name: string) =>
  readFileSync(path.join(projectRoot, "server", "testing", "fixtures", "push", `localhost.${name}`));

let server: Server;
let host: string;
let client: WebPushClient;
const requested: { path: string | undefined; body: string; headers: unknown }[] = [];

beforeAll(async () => {
  server = createServer({ key: readFixture("key"), cert: readFixture("crt") }, (req, res) => {
    let body = "";
    req.on("data", (chunk: Buffer) => {
      body += chunk;
    });
    req.on("end", () => {
      requested.push({ path: req.url, body, headers: req.headers });
      if (req.url === "/cut") return void req.socket.destroy();
      const status = Number(req.url?.slice(1));
      res.writeHead(status, { ...(status === 302 && { Location: "/201" }), ...replyHeaders }).end("reply");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  host = `localhost:${(server.address() as AddressInfo).port}`;
  client = createWebPushClient({ pushHosts: [host] }, { ca: readFixture("crt") });
});
let replyHeaders: Readonly<Record<string, string>> = {};
beforeEach(() => {
  requested.splice(0);
  replyHeaders = { "Retry-After": "7" };
});
afterAll(() => {
  client.close();
  server.close();
  server.closeAllConnections();
});

function createSlowProxy(ms: number, port: number) {
  return createTcpServer((socket) => {
    setTimeout(() => {
      const upstream = connect(port, "127.0.0.1");
      socket.pipe(upstream).pipe(socket);
      for (const each of [socket, upstream]) each.on("error", () => {});
    }, ms);
    socket.pause();
  });
}

const makeMessage = (endpoint: string) => ({
  endpoint,
  headers: { TTL: 90, "Content-Length": 6 },
  body: Buffer.from("sealed"),
});

describe("a push request", () => {
  test("is sent unchanged over a reused connection", async () => {
    for (let times = 0; times < 3; times++) {
      expect(await client.post(makeMessage(`https://${host}/201`))).toMatchObject({
        kind: "replied",
        status: 201,
      });
    }
    expect(requested).toHaveLength(3);
    expect(requested[0]).toMatchObject({ body: "sealed", headers: { ttl: "90" } });
  });

  test.each([404, 410, 413, 429, 503])("reports the status %i", async (status) => {
    expect(await client.post(makeMessage(`https://${host}/${status}`))).toEqual({
      kind: "replied",
      status,
      retryAfterSeconds: 7,
    });
  });

  test("follows no redirect", async () => {
    expect(await client.post(makeMessage(`https://${host}/302`))).toMatchObject({ status: 302 });
    expect(requested.map(({ path }) => path)).toEqual(["/302"]);
  });

  test("without a response has an unknown result", async () => {
    expect(await client.post(makeMessage(`https://${host}/cut`))).toEqual({ kind: "unknown" });
  });

  test("has its TTL reduced by the elapsed time, and is dropped at zero", async () => {
    const slow = createSlowProxy(1_600, (server.address() as AddressInfo).port).listen(0, "127.0.0.1");
    await once(slow, "listening");
    const slowHost = `localhost:${(slow.address() as AddressInfo).port}`;
    const slowClient = createWebPushClient({ pushHosts: [slowHost] }, { ca: readFixture("crt") });
    const shortLived = {
      ...makeMessage(`https://${slowHost}/201`),
      headers: { TTL: 1, "Content-Length": 6 },
    };
    const [reply, none] = await Promise.all([
      slowClient.post(makeMessage(`https://${slowHost}/201`)),
      slowClient.post(shortLived),
    ]);
    expect(reply).toMatchObject({ status: 201 });
    expect(none).toEqual({ kind: "unreachable" });
    expect(requested.map(({ headers }) => Number((headers as { ttl: string }).ttl) < 90)).toEqual([true]);
    slowClient.close();
    slow.close();
  });

  test.each([
    ["Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:27:30 GMT", 30],
    ["Wed, 21 Oct 2026 07:28:00 GMT", "Wed, 21 Oct 2026 07:29:00 GMT", 0],
    ["soon", "Wed, 21 Oct 2026 07:29:00 GMT", null],
  ])("reports Retry-After: %s at %s", async (after, date, retryAfterSeconds) => {
    replyHeaders = { "Retry-After": after, Date: date };
    expect(await client.post(makeMessage(`https://${host}/429`))).toMatchObject({ retryAfterSeconds });
  });

  test("to a closed port was not sent", async () => {
    const unreachableClient = createWebPushClient({ pushHosts: ["localhost:1"] });
    expect(await unreachableClient.post(makeMessage("https://localhost:1/x"))).toEqual({
      kind: "unreachable",
    });
    unreachableClient.close();
  });

  test("goes to push services only, whatever the database contains", async () => {
    const strict = createWebPushClient({ pushHosts: [] }, { ca: readFixture("crt") });
    expect(await strict.post(makeMessage(`https://${host}/201`))).toEqual({ kind: "unreachable" });
    strict.close();
    expect(requested).toEqual([]);
  });
});

test.each([
  ["push.lan:8443", "https://push.lan:8443/x", true],
  ["push.lan:8443", "https://push.lan/x", false],
  ["push.example.org", "https://push.example.org/x", true],
  ["*.example.org", "https://a.example.org/x", true],
  ["*.example.org", "https://example.org/x", false],
  ["*.example.org", "https://evilexample.org/x", false],
  ["push.example.org", "http://push.example.org/x", false],
])("the operator's %s allows %s: %s", (named, endpoint, isAllowed) => {
  expect(isPushEndpoint({ pushHosts: [named] }, endpoint)).toBe(isAllowed);
});
