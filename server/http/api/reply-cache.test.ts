import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { createApp } from "#server/app.ts";
import { openDatabase } from "#server/db/client.ts";
import { books } from "#server/db/schema/books/books.ts";
import { connectPubSub } from "#server/pubsub/postgres-live.ts";
import type { Services } from "#server/services.ts";
import type { Settings } from "#server/settings.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { startTestServices } from "#server/testing/test-services.ts";

/** One server process, with its own pool, LISTEN connection and caches. */
async function startProcess(services: Services, databaseUrl: string, changed: Partial<Settings> = {}) {
  const db = openDatabase(databaseUrl);
  const live = await connectPubSub(databaseUrl, db, services.log);
  const own = { ...services, settings: { ...services.settings, ...changed }, db, live };
  const server = createServer(createApp(own)).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    services: own,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await live.close();
      await db.$client.end();
    },
  };
}

describe("cached replies of two processes", () => {
  let running: Awaited<ReturnType<typeof startTestServices>>;
  let processes: Awaited<ReturnType<typeof startProcess>>[];
  let make: ReturnType<typeof createFactories>;
  let reader: User;
  let cookie = "";

  beforeAll(async () => {
    running = await startTestServices();
    const { services, databaseUrl } = running;
    processes = [await startProcess(services, databaseUrl), await startProcess(services, databaseUrl)];
    make = createFactories(services);
    reader = await make.user();
    cookie = await createSessionCookie(services, reader);
  });
  afterAll(async () => {
    for (const each of processes) await each.stop();
    await running.stop();
  });

  const get = (at: number, path: string, headers: Record<string, string> = {}) =>
    fetch(`${processes[at]?.baseUrl}${path}`, { headers });
  const settle = () => processes[0]?.services.live.catalogue.waitForLatest();

  async function rate(at: number, bookId: string, stars: number) {
    const { ok } = await fetch(`${processes[at]?.baseUrl}/api/user/library/${bookId}/rating`, {
      method: "PUT",
      headers: { Cookie: cookie, Origin: "http://localhost", "Content-Type": "application/json" },
      body: JSON.stringify({ stars }),
    });
    expect(ok).toBe(true);
  }

  it("are never older than the reply to a write in the other process", async () => {
    const { id } = await make.book();
    await settle();
    const areCurrent: unknown[] = [];
    for (let round = 0; round < 20; round++) {
      const stars = (round % 5) + 1;
      await rate(round % 2, id, stars);
      const replies = [get(0, `/api/books/${id}`), get(1, `/api/books/${id}`), get(1, "/api/books/latest")];
      const [first, second, latest] = await Promise.all(replies.map(async (reply) => (await reply).json()));
      const listed = latest.find((book: { id: string }) => book.id === id);
      areCurrent.push(
        [first.averageRating, second.averageRating, listed.averageRating].every((rating) => rating === stars),
      );
    }
    expect(areCurrent).toEqual(new Array(20).fill(true));
  });

  it("are kept until the catalogue changes, with an ETag", async () => {
    const { id } = await make.book();
    await settle();
    const first = await get(0, `/api/books/${id}`);
    const etag = first.headers.get("etag") ?? "";
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    expect((await get(0, `/api/books/${id}`)).headers.get("etag")).toBe(etag);
    expect((await get(0, `/api/books/${id}`, { "If-None-Match": etag })).status).toBe(304);
    await processes[1]?.services.db.update(books).set({ title: "Renamed" }).where(eq(books.id, id));
    await settle();
    const renamed = await get(0, `/api/books/${id}`, { "If-None-Match": etag });
    expect(renamed.status).toBe(200);
    expect(await renamed.json()).toMatchObject({ title: "Renamed" });
  });

  it("are compressed for clients that accept it", async () => {
    for (let n = 0; n < 8; n++) await make.book({ description: "Compressed. ".repeat(50) });
    await settle();
    const fetchLatest = (encoding: string, etag = "") =>
      get(0, "/api/books/latest", { "Accept-Encoding": encoding, "If-None-Match": etag });
    const read = async (reply: Response) => [reply.headers.get("content-encoding"), await reply.json()];

    const plain = await read(await fetchLatest("identity"));
    expect(plain[0]).toBeNull();
    const filled = await fetchLatest("gzip");
    const etag = filled.headers.get("etag") ?? "";
    expect(await read(filled)).toEqual(["gzip", plain[1]]);
    expect(await read(await fetchLatest("gzip"))).toEqual(["gzip", plain[1]]);
    expect(await read(await fetchLatest("identity", etag))).toEqual(plain);
    expect((await fetchLatest("gzip", etag)).status).toBe(304);
  });

  it("for guests are not sent to readers", async () => {
    const { id } = await make.book();
    await settle();
    await get(0, `/api/books/${id}`);
    await rate(0, id, 4);
    await get(0, `/api/books/${id}`);
    const own = await get(0, `/api/books/${id}`, { Cookie: cookie });
    expect(own.headers.get("cache-control")).toBe("no-store");
    expect(own.headers.get("etag")).toBeNull();
    expect(await own.json()).toMatchObject({ canReview: true, myReview: { stars: 4 } });
    expect(await (await get(0, `/api/books/${id}`)).json()).toMatchObject({
      canReview: false,
      myReview: null,
    });
  });

  it("do not include genre counts, which may be seconds old", async () => {
    expect((await get(0, "/api/genres")).headers.get("etag")).toBeNull();
    expect((await get(0, "/api/books/filters")).headers.get("etag")).toBeNull();
  });

  it("count against the caller's rate limit", async () => {
    const { services, databaseUrl } = running;
    const limited = await startProcess(services, databaseUrl, { rateLimitFactor: 0.005 });
    const statuses: number[] = [];
    for (let round = 0; round < 8; round++) {
      statuses.push((await fetch(`${limited.baseUrl}/api/books/latest`)).status);
    }
    await limited.stop();
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  });

  it("are not kept for hidden books", async () => {
    const { id } = await make.book();
    await settle();
    expect((await get(0, `/api/books/${id}`)).status).toBe(200);
    await processes[1]?.services.db.update(books).set({ state: "draft" }).where(eq(books.id, id));
    await settle();
    expect((await get(0, `/api/books/${id}`)).status).toBe(404);
    expect((await get(0, `/api/books/${id}`, { Cookie: cookie })).status).toBe(404);
  });
});
