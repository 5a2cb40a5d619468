import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, describe, expect, test } from "vitest";
import { listKnownMigrations } from "#server/db/migrate.ts";
import { checkDataFolder } from "./data-folder.ts";
import { findRunning } from "./db/embedded.ts";
import { findFreePort } from "./db/find-free-port.ts";
import { cloneTemplate } from "./testing/database.ts";
import { spawnServer } from "./testing/peers/spawned-server.ts";

// Short, for the path of the Unix socket.
const home = mkdtempSync(path.join(tmpdir(), "mk-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

let folders = 0;
const getNewFolder = () => path.join(home, `data-${++folders}`);
const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** @returns the process that was killed; null when it was ready before */
async function killWhileStarting(folder: string): Promise<number | null> {
  const file = path.join(folder, "pg", "postmaster.pid");
  while (!existsSync(file)) await sleep(1);
  const lines = readFileSync(file, "utf8").split("\n");
  const pid = Number(lines[0]);
  if (!(pid > 0) || lines[7]?.trim() === "ready") return null;
  process.kill(pid, "SIGKILL");
  return pid;
}

/** The folder of the Unix socket; null when TCP is used. */
const getSocketFolder = (folder: string) => new URL(findRunning(folder)?.url ?? "").searchParams.get("host");

const listFiles = (folder: string) => readdirSync(folder, { recursive: true }).sort();

describe("a start that fails", () => {
  test("names every invalid setting and changes nothing", async () => {
    const DATA_DIR = getNewFolder();
    const server = spawnServer({ DATA_DIR, PORT: "many", HOST: "0.0.0.0", SMTP_URL: "mail" });

    const { code, output: stderr } = await server.ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/^PORT: .+\nPUBLIC_ORIGIN: .+\nSMTP_URL: .+\n$/);
    expect(listFiles(home)).not.toContain(path.basename(DATA_DIR));
  });

  test("reports a used port before creating the folder", async () => {
    const portUser = createServer().listen(0, "127.0.0.1");
    await once(portUser, "listening");
    const DATA_DIR = getNewFolder();
    const { port } = portUser.address() as { port: number };

    const { code, output: stderr } = await spawnServer({ DATA_DIR, PORT: String(port) }).ended;

    expect(code).toBe(1);
    expect(stderr).toBe(`Port ${port} of 127.0.0.1 is already in use: stop the other program or set PORT.\n`);
    expect(listFiles(home)).not.toContain(path.basename(DATA_DIR));
    portUser.close();
  });

  test("reports a data folder of a newer version, unchanged", async () => {
    const DATA_DIR = getNewFolder();
    mkdirSync(DATA_DIR);
    writeFileSync(
      path.join(DATA_DIR, "version.json"),
      JSON.stringify({ migrations: 99, schema: listKnownMigrations()[0] }),
    );

    const { code, output: stderr } = await spawnServer({ DATA_DIR, PORT: "0" }).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The data folder .+ was created by a newer version .+\n$/);
    expect(listFiles(DATA_DIR)).toEqual(["version.json"]);
  });

  test("rejects a data folder of an earlier development version, unchanged", async () => {
    const DATA_DIR = getNewFolder();
    mkdirSync(DATA_DIR);
    writeFileSync(path.join(DATA_DIR, "version.json"), '{"migrations":21}');

    const { code, output: stderr } = await spawnServer({ DATA_DIR, PORT: "0" }).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The data folder .+ was created by an earlier development version .+ set DATA_DIR .+\n$/,
    );
    expect(readFileSync(path.join(DATA_DIR, "version.json"), "utf8")).toBe('{"migrations":21}');
    expect(listFiles(DATA_DIR)).toEqual(["version.json"]);
  });

  test("reports a database of a newer version", async () => {
    const DATA_DIR = getNewFolder();
    const database = await cloneTemplate();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)",
    );
    await client.end();

    const settings = { DATA_DIR, PORT: "0", DATABASE_URL: database.url };
    const { code, output: stderr } = await spawnServer(settings).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database was created by a newer version .+\n$/);
    expect(listFiles(home)).not.toContain(path.basename(DATA_DIR));
    await database.drop();
  });

  test("rejects a database of an earlier development version, unchanged", async () => {
    const database = await cloneTemplate();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("update drizzle.__drizzle_migrations set hash = 'earlier'");

    const settings = { DATA_DIR: getNewFolder(), PORT: "0", DATABASE_URL: database.url };
    const { code, output: stderr } = await spawnServer(settings).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database was created by an earlier development version .+\n$/);
    const { rows } = await client.query("select hash from drizzle.__drizzle_migrations");
    expect(new Set(rows.map(({ hash }) => hash))).toEqual(new Set(["earlier"]));
    await client.end();
    await database.drop();
  });

  test("reports a path that cannot be a folder", async () => {
    const DATA_DIR = path.join(home, "a-file");
    writeFileSync(DATA_DIR, "text");

    const { code, output: stderr } = await spawnServer({ DATA_DIR, PORT: "0" }).ended;

    expect(code).toBe(1);
    expect(stderr).toContain("is not a folder");
    expect(readFileSync(DATA_DIR, "utf8")).toBe("text");
  });

  test.each([
    ["/dev/null/maktaba", /\/dev\/null is not a folder\.$/],
    [`/tmp/${"a".repeat(300)}`, /has too long a name\.$/],
  ])("reports %s", (folder, message) => {
    expect(() => checkDataFolder(folder, { embeds: true })).toThrow(message);
  });

  test("reports a broken link", () => {
    const link = getNewFolder();
    symlinkSync(`${link}-missing`, link);

    expect(() => checkDataFolder(link, { embeds: true })).toThrow(
      /is a link to a folder that does not exist/,
    );
  });

  test("reports a full disk", () => {
    const check = () => checkDataFolder(getNewFolder(), { embeds: true, freeBytes: () => 3_000_000 });

    expect(check).toThrow(/^The disk of DATA_DIR \(.+\) is full: 3 MB are free, 150 MB are needed\.$/);
  });

  test("reports an unreachable database", async () => {
    const settings = {
      DATA_DIR: getNewFolder(),
      PORT: "0",
      DATABASE_URL: `postgres://x@127.0.0.1:${await findFreePort()}/x`,
    };

    const { code, output: stderr } = await spawnServer(settings).ended;

    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database of DATABASE_URL cannot be used: .+\n$/);
  });
});

describe("an external database", () => {
  test("is used by separate web and worker processes", async () => {
    const DATA_DIR = getNewFolder();
    const database = await cloneTemplate();
    const settings = { DATA_DIR, PORT: "0", DATABASE_URL: database.url, SESSION_SECRET: "s".repeat(40) };
    const worker = spawnServer(settings, ["--only", "worker"]);
    const web = spawnServer(settings, ["--only", "web"]);

    expect(await isReady(await web.origin)).toBe(true);
    expect(listFiles(DATA_DIR)).not.toContain("pg");
    web.kill("SIGTERM");
    worker.kill("SIGTERM");
    expect([(await web.ended).code, (await worker.ended).code]).toEqual([0, 0]);
    await database.drop();
  }, 180_000);
});

describe("an embedded database", () => {
  /** Shared, because creating a database takes seconds. */
  const DATA_DIR = getNewFolder();

  test("stops with a server that is stopped during its first start, which the next one continues", async () => {
    const server = spawnServer({ DATA_DIR, PORT: "0" });
    await expect.poll(() => findRunning(DATA_DIR), { timeout: 90_000, interval: 5 }).not.toBeNull();

    server.kill("SIGTERM");

    expect(await server.ended).toEqual({ code: 0, output: "" });
    expect(findRunning(DATA_DIR)).toBeNull();
  }, 180_000);

  test("stops with its server", async () => {
    const server = spawnServer({ DATA_DIR, PORT: "0" });
    expect(await isReady(await server.origin)).toBe(true);
    expect(getSocketFolder(DATA_DIR)).toBe(path.join(DATA_DIR, "pg"));

    server.kill("SIGTERM");

    expect((await server.ended).code).toBe(0);
    expect(findRunning(DATA_DIR)).toBeNull();
    expect(listFiles(path.join(DATA_DIR, "pg"))).toContain("autoprewarm.blocks");
  }, 180_000);

  test("survives a killed server and stops with the next one", async () => {
    const first = spawnServer({ DATA_DIR, PORT: "0" });
    await first.origin;
    first.kill("SIGKILL");
    await first.ended;
    const orphan = findRunning(DATA_DIR);

    const second = spawnServer({ DATA_DIR, PORT: "0" });
    expect(await isReady(await second.origin)).toBe(true);
    expect(findRunning(DATA_DIR)?.pid).toBe(orphan?.pid);
    second.kill("SIGINT");

    expect((await second.ended).code).toBe(0);
    expect(findRunning(DATA_DIR)).toBeNull();
  }, 180_000);

  test("killed during startup is restarted", async () => {
    // Repeats when the database was ready before it could be killed.
    let server = spawnServer({ DATA_DIR, PORT: "0" });
    let pid = await killWhileStarting(DATA_DIR);
    for (let tries = 0; pid === null && tries < 5; tries++) {
      await server.origin;
      server.kill("SIGINT");
      await server.ended;
      server = spawnServer({ DATA_DIR, PORT: "0" });
      pid = await killWhileStarting(DATA_DIR);
    }

    expect(pid).not.toBeNull();
    expect(await isReady(await server.origin)).toBe(true);
    expect(findRunning(DATA_DIR)?.pid).not.toBe(pid);
    server.kill("SIGINT");
    expect((await server.ended).code).toBe(0);
  }, 180_000);

  test("killed while the server runs is restarted", async () => {
    const server = spawnServer({ DATA_DIR, PORT: "0" });
    const origin = await server.origin;
    await expect.poll(() => isReady(origin), { timeout: 90_000 }).toBe(true);
    const killed = findRunning(DATA_DIR);
    process.kill(killed?.pid ?? 0, "SIGKILL");

    await expect
      .poll(() => findRunning(DATA_DIR)?.pid ?? killed?.pid, { timeout: 90_000 })
      .not.toBe(killed?.pid);
    await expect.poll(() => isReady(origin), { timeout: 90_000 }).toBe(true);

    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect(findRunning(DATA_DIR)).toBeNull();
  }, 180_000);

  test("serves two servers, by TCP in a folder with a long path, and stops with the last", async () => {
    const DATA_DIR = path.join(getNewFolder(), "long".repeat(25));
    const both = [spawnServer({ DATA_DIR, PORT: "0" }), spawnServer({ DATA_DIR, PORT: "0" })] as const;
    for (const { origin } of both) expect(await isReady(await origin)).toBe(true);
    expect(getSocketFolder(DATA_DIR)).toBeNull();

    both[0].kill("SIGTERM");
    expect((await both[0].ended).code).toBe(0);
    expect(await isReady(await both[1].origin)).toBe(true);

    both[1].kill("SIGTERM");
    expect((await both[1].ended).code).toBe(0);
    expect(findRunning(DATA_DIR)).toBeNull();
  }, 180_000);
});
