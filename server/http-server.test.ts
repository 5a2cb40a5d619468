import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, test } from "vitest";
import { startHttpServer } from "./http-server.ts";

/** A door behind which every request waits until the test answers it. */
async function doorWithWaitingRoom(timeoutMs = 10, groupMs = 60_000) {
  const door = await startHttpServer("127.0.0.1", 0, { timeoutMs, groupMs });
  const waiting: ServerResponse[] = [];
  const asked: (string | undefined)[] = [];
  const arrivals: (() => void)[] = [];
  const nextArrival = () => new Promise<void>((arrive) => arrivals.push(arrive));
  const admit = () =>
    door.setRequestHandler((req, res) => {
      if (req.url === "/readyz") return void res.end("ready");
      asked.push(req.url);
      waiting.push(res);
      arrivals.shift()?.();
    });
  return { door, origin: `http://127.0.0.1:${door.port}`, waiting, asked, nextArrival, admit };
}

async function crowd(origin: string): Promise<string[]> {
  const paths = Array.from({ length: 60 }, (_, n) => `/${n}`);
  const { hostname, port } = new URL(origin);
  const line = connect(Number(port), hostname);
  line.on("error", () => {});
  line.write(`GET /healthz HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  await once(line, "data");
  line.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`).join(""));
  await status(`${origin}/healthz`);
  await status(`${origin}/healthz`);
  return paths;
}

/** Closes it, and answers those who are in. */
async function closeNow(door: { close(): Promise<void> }, waiting: readonly ServerResponse[]): Promise<void> {
  const closed = door.close();
  for (const res of waiting) res.end();
  await closed;
}

const status = (address: string) => fetch(address).then((reply) => reply.status);

describe("the door", () => {
  test("says that the process lives and is not ready, until it admits", async () => {
    const { door, origin } = await doorWithWaitingRoom();

    expect(await status(`${origin}/healthz`)).toBe(200);
    expect(await status(`${origin}/readyz`)).toBe(503);
    const early = await fetch(`${origin}/api/books`);
    expect(early.headers.get("retry-after")).toBe("1");
    expect(await early.json()).toMatchObject({ code: "unavailable" });
    await door.close();
  });

  test("lets those who came early in when it opens", async () => {
    const { door, origin, waiting, nextArrival, admit } = await doorWithWaitingRoom(60_000);
    const early = fetch(`${origin}/api/books`);
    expect(await status(`${origin}/readyz`)).toBe(503);

    const arrived = nextArrival();
    admit();
    await arrived;
    waiting[0]?.end("come in");

    expect(await (await early).text()).toBe("come in");
    await door.close();
  });

  test("lets a crowd in by groups, in the order of its coming, and newcomers between", async () => {
    const { door, origin, waiting, asked, admit } = await doorWithWaitingRoom(60_000);
    const paths = await crowd(origin);

    admit();
    expect(await status(`${origin}/readyz`)).toBe(200);

    expect(asked).toEqual(paths.slice(0, 25));
    for (const res of waiting.splice(0)) res.end();
    await expect.poll(() => asked).toEqual(paths.slice(0, 50));
    for (const res of waiting.splice(0)) res.end();
    await expect.poll(() => asked).toEqual(paths);
    await closeNow(door, waiting);
  });

  test("lets the next in although those before them are not answered, after a while", async () => {
    const { door, origin, waiting, asked, admit } = await doorWithWaitingRoom(60_000, 1);
    const paths = await crowd(origin);

    admit();

    await expect.poll(() => asked).toEqual(paths);
    await closeNow(door, waiting);
  });

  test("sends the rest of a crowd away when it closes meanwhile", async () => {
    const { door, origin, waiting, asked, admit } = await doorWithWaitingRoom(60_000);
    await crowd(origin);
    const last = status(`${origin}/last`);
    expect(await status(`${origin}/readyz`)).toBe(503);
    admit();

    const closed = closeNow(door, waiting);

    expect(await last).toBe(503);
    await closed;
    expect(asked).toHaveLength(25);
  });

  test("sends those who still wait away when it closes before it opened", async () => {
    const { door, origin } = await doorWithWaitingRoom(60_000);
    const early = status(`${origin}/api/books`);
    expect(await status(`${origin}/readyz`)).toBe(503);

    await door.close();

    expect(await early).toBe(503);
  });

  test("lets what has begun finish, and nobody new in, when it closes", async () => {
    const { door, origin, waiting, nextArrival, admit } = await doorWithWaitingRoom();
    admit();
    const arrived = nextArrival();
    const hasBegun = fetch(`${origin}/api/books`);
    await arrived;

    const closed = door.close();
    await expect(fetch(`${origin}/api/books`)).rejects.toThrow();
    waiting[0]?.end("finished");

    const reply = await hasBegun;
    expect(await reply.text()).toBe("finished");
    await closed;
  });

  test("ends event streams at once", async () => {
    const { door, origin, waiting, nextArrival, admit } = await doorWithWaitingRoom();
    admit();
    const arrived = nextArrival();
    const stream = fetch(`${origin}/api/live`, { headers: { Accept: "text/event-stream" } });
    await arrived;
    waiting[0]?.writeHead(200, { "Content-Type": "text/event-stream" }).write(": hello\n\n");
    const reply = await stream;

    await door.close();

    expect(await reply.text()).toBe(": hello\n\n");
  });

  test("says in a sentence that somebody else is in it", async () => {
    const { door } = await doorWithWaitingRoom();

    await expect(startHttpServer("127.0.0.1", door.port)).rejects.toThrow(
      /^Port \d+ of 127\.0\.0\.1 is taken/,
    );
    await expect(startHttpServer("192.0.2.1", 0)).rejects.toThrow(
      "HOST 192.0.2.1 is not an address of this machine.",
    );
    await door.close();
  });
});
