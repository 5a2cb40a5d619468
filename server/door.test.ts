import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { openDoor } from "./door.ts";

/** A door behind which every request waits until the test answers it. */
async function doorWithWaitingRoom(patienceMs = 10) {
  const door = await openDoor("127.0.0.1", 0, patienceMs);
  const waiting: ServerResponse[] = [];
  const arrivals: (() => void)[] = [];
  const nextArrival = () => new Promise<void>((arrive) => arrivals.push(arrive));
  const admit = () =>
    door.admit((_req, res) => {
      waiting.push(res);
      arrivals.shift()?.();
    });
  return { door, origin: `http://127.0.0.1:${door.port}`, waiting, nextArrival, admit };
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
    const begun = fetch(`${origin}/api/books`);
    await arrived;

    const closed = door.close();
    await expect(fetch(`${origin}/api/books`)).rejects.toThrow();
    waiting[0]?.end("finished");

    const reply = await begun;
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

  test("says in a sentence that somebody else stands in it", async () => {
    const { door } = await doorWithWaitingRoom();

    await expect(openDoor("127.0.0.1", door.port)).rejects.toThrow(/^Port \d+ of 127\.0\.0\.1 is taken/);
    await expect(openDoor("192.0.2.1", 0)).rejects.toThrow(
      "HOST 192.0.2.1 is not an address of this machine.",
    );
    await door.close();
  });
});
