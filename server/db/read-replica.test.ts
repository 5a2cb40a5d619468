import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { createApp, mountedOperations } from "#server/app.ts";
import { createServices, type OpenServices } from "#server/create-services.ts";
import { migrate } from "#server/db/migrate.ts";
import { checkReplica } from "#server/features/health/check-replica.ts";
import { replicaReadCount } from "#server/metrics/metrics.ts";
import { createFactories } from "#server/testing/factories.ts";
import { startStreamingPair } from "#server/testing/peers/streaming-replica.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { createTestSettings } from "#server/testing/test-services.ts";
import { openDatabase } from "./client.ts";
import { ReadReplica } from "./read-replica.ts";

type Pair = Awaited<ReturnType<typeof startStreamingPair>>;

const silent = pino({ level: "silent" });
const speed = ["fsync=off", "full_page_writes=off"];

describe("a streaming replica", { timeout: 60_000 }, () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), "maktaba-replica-"));
  let pair: Pair;
  let line: Awaited<ReturnType<typeof startTcpLine>>;
  let open: OpenServices;
  let close: () => void;
  let baseUrl: string;
  let make: ReturnType<typeof createFactories>;

  beforeAll(async () => {
    pair = await startStreamingPair({ settings: speed });
    await migrate(pair.primaryUrl);
    line = await startTcpLine(pair.replicaUrl);
    const settings = { ...createTestSettings(dataDir), readDatabaseUrl: line.url };
    open = await createServices(settings, pair.primaryUrl, silent);
    make = createFactories(open.services);
    const server = createServer(createApp(open.services)).listen(0, "127.0.0.1");
    await once(server, "listening");
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    close = () => {
      server.close();
      server.closeAllConnections();
    };
    await waitUntilReady();
  }, 120_000);

  afterEach(async () => {
    line.resume();
    await pair.resume().catch(() => {});
  });

  afterAll(async () => {
    close();
    await open.close();
    line.close();
    await pair.stop();
    rmSync(dataDir, { recursive: true });
  });

  const waitUntilReady = () =>
    vi.waitFor(
      async () => {
        await open.services.replica?.measure();
        expect(open.services.replica?.state).toBe("ready");
      },
      { timeout: 20_000, interval: 50 },
    );

  const waitUntilReplayed = async () => {
    const { rows } = await pair.runOnPrimary("select pg_current_wal_flush_lsn() as written");
    await vi.waitFor(async () => {
      const written = (rows as { written: string }[])[0]?.written;
      const replica = await pair.runOnReplica(`select pg_last_wal_replay_lsn() >= '${written}' as is_there`);
      expect(replica.rows).toEqual([{ is_there: true }]);
    });
    await waitUntilReady();
  };

  /** A browser, which stores cookies. */
  async function openBrowser(user: User | null) {
    const cookies = new Map<string, string>();
    const save = (cookie: string) => {
      const [name = "", value = ""] = cookie.split(";", 1)[0]?.split("=") ?? [];
      cookies.set(name, value);
    };
    if (user) save(await createSessionCookie(open.services, user));
    return async (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set("Cookie", Array.from(cookies, ([name, value]) => `${name}=${value}`).join("; "));
      headers.set("Origin", "http://localhost");
      if (init.body) headers.set("Content-Type", "application/json");
      const response = await fetch(baseUrl + url, { ...init, headers, redirect: "manual" });
      for (const cookie of response.headers.getSetCookie()) save(cookie);
      return response;
    };
  }

  test("answers reads that need nothing newer", async () => {
    const fetchAs = await openBrowser(await make.user({ isEmployee: true }));
    const listTropes = async () => {
      const { tropes } = (await (await fetchAs("/api/admin/tropes")).json()) as {
        tropes: { name: string }[];
      };
      return tropes.map(({ name }) => name);
    };
    await expectFromReplica(listTropes);
    await pair.pause();

    // No process is notified of it.
    await pair.runOnPrimary(
      "set session_replication_role = replica; insert into tropes (name) values ('Found family')",
    );
    expect(await listTropes()).not.toContain("Found family");
    await pair.resume();

    await vi.waitFor(async () => expect(await listTropes()).toContain("Found family"));
  });

  test("shows readers what they have just written, in this browser and on their other devices", async () => {
    const [reader, { id }] = [await make.user(), await make.book()];
    const [phone, laptop] = [await openBrowser(reader), await openBrowser(reader)];
    const getStatus = async (fetchAs: typeof phone) =>
      ((await (await fetchAs(`/api/books/${id}`)).json()) as { myEntry: { status: string } | null }).myEntry
        ?.status;
    expect(await getStatus(phone)).toBeUndefined();
    await pair.pause();

    const saved = await phone(`/api/user/library/${id}`, {
      method: "PUT",
      body: JSON.stringify({ status: "currently-reading" }),
    });

    expect([saved.status, await saved.text()]).toEqual([200, expect.any(String)]);
    expect(saved.headers.getSetCookie().join()).toMatch(/^written=\w+; Max-Age=30; .*HttpOnly/);
    expect(await countReads("behind", () => getStatus(phone))).toBe(1);
    expect(await getStatus(phone)).toBe("currently-reading");
    await vi.waitFor(async () => expect(await getStatus(laptop)).toBe("currently-reading"));
    await pair.resume();
    await expectFromReplica(() => getStatus(phone));
    expect(await getStatus(phone)).toBe("currently-reading");
  });

  test("shows a change of the catalogue to everybody, and caches nothing older", async () => {
    const fetchAsGuest = await openBrowser(null);
    const getNewest = async () => {
      const page = await (await fetchAsGuest("/api/books?limit=1")).json();
      return (page as { books: { title: string }[] }).books.map(({ title }) => title);
    };
    await getNewest();
    await pair.pause();

    await make.book({ title: "Zanzibar" });
    await vi.waitFor(async () => expect(await getNewest()).toEqual(["Zanzibar"]));
    await pair.resume();

    expect(await getNewest()).toEqual(["Zanzibar"]);
    // Its reply is cached; that of another list is not.
    const fetchAs = await openBrowser(await make.user());
    await expectFromReplica(() => fetchAs("/api/books/suggestions?search=zanz"));
  });

  test("each operation that reads from it writes nothing", async () => {
    const admin = await make.user({ isAdmin: true, isEmployee: true, isAuthor: true });
    const book = await make.book({ ownerId: admin.id });
    const fetchAs = await openBrowser(admin);
    await waitUntilReady();
    const operations = mountedOperations.filter(({ isFromReplica }) => isFromReplica);
    expect(operations.length).toBeGreaterThan(40);

    for (const { method, path: pattern } of operations) {
      const url = pattern.replace(":bookId", book.id).replace(/:part/, "pages").replace(/:\w+/g, admin.id);
      const statuses = new Set<number>();
      let attempts = 0;
      const read = async () => {
        // What the primary answered is cached until the catalogue changes.
        if (attempts++ > 0) await make.book();
        await waitUntilReplayed();
        statuses.add((await fetchAs(url + (neededQuery[url] ?? ""))).status);
      };
      const failed = await countReads("failed", () => expectFromReplica(read, ["replica", "failed"])).catch(
        (error) => String(error),
      );
      expect({ method, url, statuses: [...statuses], failed }).toEqual({
        method: "GET",
        url,
        ...(answersNothing(url)
          ? { statuses: [404], failed: expect.any(Number) }
          : { statuses: [200], failed: 0 }),
      });
    }
  });

  test("is not expected to have what the primary has only in memory", async () => {
    await waitUntilReplayed();
    // Written without a commit, as by pruning.
    await pair.runOnPrimary("select pg_logical_emit_message(false, 'test', 'text')");

    const position = (await open.services.replica?.readPosition()) ?? Number.POSITIVE_INFINITY;
    const readReplayed = async () => {
      const { rows } = await pair.runOnReplica(
        "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position",
      );
      return (rows as { position: number }[])[0]?.position;
    };
    await vi.waitFor(async () => expect(await readReplayed()).toBeGreaterThanOrEqual(position), 3_000);
  });

  test("a page for guests is described from it, with its calls", async () => {
    const { id } = await make.book({ title: "Page" });
    const { describePage } = await import("#server/features/seo/service.ts");
    await expectFromReplica(() => describePage(open.services, `/book/${id}`, "en"));
    const page = await describePage(open.services, `/book/${id}`, "en");
    const [call] = (page && "inlinedReplies" in page && page.inlinedReplies?.calls) || [];

    expect(page).toMatchObject({ status: 200, title: "Page" });
    await expectFromReplica(async () => call?.getReply());
  });

  test("when it hangs, requests are answered by the primary", async () => {
    const fetchAs = await openBrowser(await make.user());
    await waitUntilReady();
    line.hang();

    const startedAt = performance.now();
    const replies = await Promise.all(Array.from({ length: 20 }, () => fetchAs("/api/books?limit=3")));

    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    await vi.waitFor(() => expect(open.services.replica?.state).toBe("unreachable"), { timeout: 5_000 });
    expect(await countReads("unreachable", () => fetchAs("/api/books?limit=4"))).toBe(1);
    line.resume();
    await waitUntilReady();
  });

  test("when it is killed, no request fails, and it is used again when it is back", async () => {
    const fetchAs = await openBrowser(await make.user());
    const { id } = await make.book();
    await waitUntilReady();
    const statuses: number[] = [];
    let isOver = false;
    const load = (async () => {
      while (!isOver) statuses.push((await fetchAs(`/api/books/${id}/similar`)).status);
    })();

    await pair.killReplica();
    await vi.waitFor(() => expect(open.services.replica?.state).toBe("unreachable"), { timeout: 5_000 });
    await pair.restartReplica();
    await waitUntilReady();
    isOver = true;
    await load;

    expect(new Set(statuses)).toEqual(new Set([200]));
    await expectFromReplica(() => fetchAs(`/api/books/${id}/similar`));
  });

  test("is not used when it is too far behind, or no replica", async () => {
    const pools = [pair.primaryUrl, pair.replicaUrl, pair.replicaUrl, pair.replicaUrl].map((url) =>
      openDatabase(url),
    );
    const [primary, replica, replicaSearch, replicaProbe] = pools as [Db, Db, Db, Db];
    const { live } = open.services;
    const watched = new ReadReplica({
      primary,
      replica,
      replicaSearch,
      replicaProbe,
      live,
      log: silent,
      maxLagMs: 200,
    });
    const measure = () => watched.measure().then(() => watched.state);
    await vi.waitFor(async () => expect(await measure()).toBe("ready"));
    await pair.pause();
    await make.user();

    await vi.waitFor(async () => expect(await measure()).toBe("lagging"));
    expect(watched.lagMs).toBeGreaterThan(200);
    await pair.resume();
    await vi.waitFor(async () => expect(await measure()).toBe("ready"));
    await watched.close();

    const wrong = new ReadReplica({
      primary,
      replica: openDatabase(pair.primaryUrl),
      replicaSearch: openDatabase(pair.primaryUrl),
      replicaProbe: openDatabase(pair.primaryUrl),
      live,
      log: silent,
    });
    await wrong.measure();
    expect(wrong.state).toBe("primary");
    await wrong.close();
    await primary.$client.end();
  });

  test("is checked by doctor and the health page", async () => {
    const check = (url: string | null) => checkReplica(url, pair.primaryUrl);
    expect(await check(null)).toEqual([]);
    expect(await check(pair.replicaUrl)).toMatchObject([{ level: "ok", code: "replica" }]);
    expect(await check(pair.primaryUrl)).toMatchObject([{ level: "warning", code: "replica-primary" }]);
    await pair.pause();
    await make.user();
    expect(await check(pair.replicaUrl)).toMatchObject([{ level: "warning", code: "replica-behind" }]);
    expect(await check("postgres://a:b@127.0.0.1:1/x")).toMatchObject([
      { level: "problem", code: "replica-unusable" },
    ]);
  });
});

type Db = ReturnType<typeof openDatabase>;

const neededQuery: Readonly<Record<string, string>> = {
  "/api/books/suggestions": "?search=a",
  "/api/admin/subjects": "?state=waiting",
  "/api/admin/merges": "?kind=genre",
};

/** There is nothing of the id in the URL, so that the primary is asked too. */
const answersNothing = (url: string) => /authors\/|reviews\/|series\/|podcasts\//.test(url);

/** Repeats it while the replica does not have the latest change. */
const expectFromReplica = (act: () => Promise<unknown>, results = ["replica"]) =>
  vi.waitFor(async () => {
    const counts = await Promise.all(results.map((result) => readCount(result)));
    await act();
    const after = await Promise.all(results.map((result) => readCount(result)));
    expect(after.some((count, n) => count > (counts[n] ?? 0))).toBe(true);
  });

const readCount = async (result: string) =>
  (await replicaReadCount.get()).values.find(({ labels }) => labels["result"] === result)?.value ?? 0;

async function countReads(result: string, act: () => Promise<unknown>): Promise<number> {
  const before = await readCount(result);
  await act();
  return (await readCount(result)) - before;
}

/** A connection to a server that can stop answering without closing. */
async function startTcpLine(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let hangs = false;
  const server = createTcpServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on("data", (chunk) => hangs || to.write(chunk));
      from.on("error", () => {});
      from.on("close", () => to.destroy());
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    hang() {
      hangs = true;
    },
    resume() {
      hangs = false;
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
