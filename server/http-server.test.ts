import { once } from "node:events";
import { Agent, get, type IncomingMessage, type ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { Problem } from "#shared/api/problem.ts";
import { createTrustsProxy } from "./http/request-id.ts";
import { startHttpServer } from "./http-server.ts";

const trustsLoopback = createTrustsProxy("loopback");

/** A server whose requests stay open until the test replies. */
async function startTestServer() {
  const server = await startHttpServer("127.0.0.1", 0, trustsLoopback);
  const pending: ServerResponse[] = [];
  const arrivals: (() => void)[] = [];
  const waitForRequest = () => new Promise<void>((resolve) => arrivals.push(resolve));
  const setReady = () =>
    server.setRequestHandler((req, res) => {
      if (req.url === "/readyz") return void res.end("ready");
      pending.push(res);
      arrivals.shift()?.();
    });
  return {
    server,
    origin: `http://127.0.0.1:${server.port}`,
    pending,
    nextRequest: waitForRequest,
    setReady,
  };
}

const getStatus = (url: string) => fetch(url).then((reply) => reply.status);

describe("the HTTP server", () => {
  test("is alive but not ready while it starts; other requests wait", async () => {
    const { server, origin, pending, nextRequest, setReady } = await startTestServer();
    const early = fetch(`${origin}/api/books`, { method: "POST", body: "{}" });

    expect(await getStatus(`${origin}/healthz`)).toBe(200);
    expect(await getStatus(`${origin}/readyz`)).toBe(503);
    const arrived = nextRequest();
    setReady();
    await arrived;
    pending[0]?.end("answered");

    expect(await (await early).text()).toBe("answered");
    expect(await getStatus(`${origin}/readyz`)).toBe(200);
    await server.close();
  });

  test("answers waiting requests with 503 and Retry-After when it stops before it was ready", async () => {
    const { server, origin } = await startTestServer();
    const early = get(`${origin}/api/books`).on("error", expect.fail);
    const answered = once(early, "response") as Promise<[IncomingMessage]>;
    await once(early, "finish");
    // An earlier request has arrived when a later one is answered.
    await getStatus(`${origin}/healthz`);

    await server.close();

    const [{ statusCode, headers }] = await answered;
    expect([statusCode, headers["retry-after"]]).toEqual([503, "1"]);
  });

  test("gives a refused request the id of the proxy, or one of its own, in header and body", async () => {
    const { server, origin } = await startTestServer();

    const own = await fetch(`${origin}/readyz`);
    const proxied = await fetch(`${origin}/readyz`, { headers: { "X-Request-Id": "from-the-proxy" } });

    const ownId = own.headers.get("x-request-id");
    expect(ownId).toMatch(/^[\w-]{36}$/);
    expect(Problem.parse(await own.json())).toMatchObject({ code: "unavailable", requestId: ownId });
    expect(proxied.headers.get("x-request-id")).toBe("from-the-proxy");
    expect(Problem.parse(await proxied.json())).toMatchObject({ requestId: "from-the-proxy" });
    await server.close();
  });

  test("answers a request on an open connection while it stops, and ends the connection with the reply", async () => {
    const { server, origin, pending, nextRequest, setReady } = await startTestServer();
    setReady();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const request = async () => {
      const arrived = nextRequest();
      const sent = get(`${origin}/api/books`, { agent });
      const answered = once(sent, "response") as Promise<[IncomingMessage]>;
      await arrived;
      pending.pop()?.end("answered");
      const [reply] = await answered;
      reply.resume();
      await once(reply, "end");
      return { connection: reply.headers.connection, isReused: sent.reusedSocket };
    };
    await request();

    const closed = server.close();

    expect(await request()).toEqual({ connection: "close", isReused: true });
    await closed;
  });

  test("keeps idle connections longer than a proxy does", async () => {
    const { server, origin } = await startTestServer();

    const { headers } = await fetch(`${origin}/healthz`);

    expect(Number(/^timeout=(\d+)$/.exec(headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(60);
    await server.close();
  });

  test("finishes requests while it closes, and accepts none afterwards", async () => {
    const { server, origin, pending, nextRequest, setReady } = await startTestServer();
    setReady();
    const arrived = nextRequest();
    const openRequest = fetch(`${origin}/api/books`);
    await arrived;

    const closed = server.close();
    const accepted = nextRequest();
    const late = fetch(`${origin}/api/books`);
    await accepted;
    for (const res of pending) res.end("finished");

    for (const request of [openRequest, late]) expect(await (await request).text()).toBe("finished");
    await closed;
    await expect(fetch(`${origin}/api/books`)).rejects.toThrow();
  });

  test("ends event streams at once", async () => {
    const { server, origin, pending, nextRequest, setReady } = await startTestServer();
    setReady();
    const arrived = nextRequest();
    const stream = fetch(`${origin}/api/live`, { headers: { Accept: "text/event-stream" } });
    await arrived;
    pending[0]?.writeHead(200, { "Content-Type": "text/event-stream" }).write(": hello\n\n");
    const reply = await stream;

    await server.close();

    expect(await reply.text()).toBe(": hello\n\n");
  });

  test("explains why it cannot listen", async () => {
    const { server } = await startTestServer();

    await expect(startHttpServer("127.0.0.1", server.port, trustsLoopback)).rejects.toThrow(
      /^Port \d+ of 127\.0\.0\.1 is already in use/,
    );
    await expect(startHttpServer("192.0.2.1", 0, trustsLoopback)).rejects.toThrow(
      "HOST 192.0.2.1 is not an address of this machine.",
    );
    await server.close();
  });
});
