import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { size, waitUntil } from "#server/bench/core/load.ts";
import { countLost, startWriting } from "#server/bench/sections/positions.ts";
import { createClient } from "#server/db/create-client.ts";
import { findFreePort } from "#server/db/find-free-port.ts";
import { migrate } from "#server/db/migrate.ts";
import { projectRoot } from "#server/project-root.ts";
import { startStreamingPair } from "#server/testing/peers/streaming-replica.ts";

const program = "/usr/sbin/haproxy";
const writers = size(64, 16);
/** Before the failure and after it. */
const writingMs = size(10_000, 3_000);
/** How often an agent checks the primary before it is sure. */
const checks = { everyMs: 500, failures: 3 };

/** Kills the primary while many readers write; the synchronous standby is promoted. */
export async function failOver(bench: Bench): Promise<void> {
  if (spawnSync(program, ["-v"]).status !== 0) {
    bench.figures(["HAProxy is installed (Debian: apt-get install haproxy)", 0, "", "= 1"]);
    return;
  }
  const pair = await startStreamingPair();
  bench.atEnd(() => pair.stop());
  await pair.runOnPrimary("alter system set synchronous_standby_names = 'replica'");
  await pair.runOnPrimary("select pg_reload_conf()");
  const { url, readUrl } = await startHaProxy(bench, [pair.primaryUrl, pair.replicaUrl]);

  await migrate(url);
  const cluster = await bench.withDatabase(url);
  const people = await cluster.signInMany(writers);
  const [writer = await cluster.signIn()] = people;
  const { id } = await cluster.make.audiobook({ chapters: 10 });
  const server = await cluster.startServer({ DATABASE_READ_URL: readUrl });
  const writing = startWriting(server.baseUrl, people, [id], () => sleep(50));
  await sleep(writingMs);

  bench.step("kill -9 of the primary");
  const killedAt = performance.now();
  const promote = async () => {
    for (let failures = 0; failures < checks.failures; ) {
      await sleep(checks.everyMs);
      failures = (await findRole(pair.primaryUrl)) === null ? failures + 1 : 0;
    }
    await pair.runOnReplica("select pg_promote()");
  };
  const watching = promote();
  await pair.killPrimary();
  const save = () => server.call(writer, "PUT", `/api/user/library/${id}`, { status: "currently-reading" });
  await waitUntil(async () => (await save()).status === 200);
  const downMs = performance.now() - killedAt;
  await watching;
  await sleep(writingMs);
  const acknowledged = await writing.stop();
  const isRunning = process.kill(server.pid, 0);
  bench.figures(
    ["until the first acknowledged write", downMs / 1_000, "s", "≤ 15"],
    ["acknowledged positions", acknowledged.length, "events", `≥ ${writers}`],
    ["acknowledged but lost", await countLost(cluster, acknowledged), "events", "≤ 0"],
    ["processes restarted", isRunning ? 0 : 1, "", "≤ 0"],
  );
  bench.note(
    `${writers} writers, synchronous_commit = on with one synchronous standby; HAProxy checks each second`,
  );
}

/** Null when the server does not answer. */
async function findRole(url: string): Promise<"primary" | "replica" | null> {
  const limits = { connectionTimeoutMillis: 1_500, query_timeout: 1_500 };
  const client = createClient({ connectionString: url, ...limits });
  try {
    await client.connect();
    const { rows } = await client.query<{ role: "primary" | "replica" }>(
      "select case when pg_is_in_recovery() then 'replica' else 'primary' end as role",
    );
    return rows[0]?.role ?? null;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

/** HAProxy with the configuration of the guide; `/primary` and `/replica` are answered as by Patroni. */
async function startHaProxy(bench: Bench, databaseUrls: readonly [string, string]) {
  const [primaryPort, replicaPort] = [await findFreePort(), await findFreePort()];
  let text = readFileSync(path.join(projectRoot, "server/deploy/patroni/haproxy.cfg"), "utf8")
    .replaceAll("127.0.0.1:5000", `127.0.0.1:${primaryPort}`)
    .replaceAll("127.0.0.1:5001", `127.0.0.1:${replicaPort}`);
  for (const [n, url] of databaseUrls.entries()) {
    const server = createServer(async ({ url: path }, res) => {
      res.writeHead(path === `/${await findRole(url)}` ? 200 : 503).end();
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    bench.atEnd(() => server.close());
    const { port } = server.address() as AddressInfo;
    text = text.replaceAll(`10.0.0.${n + 1}:5432 check port 8008`, `${new URL(url).host} check port ${port}`);
  }
  const file = path.join(bench.makeFolder(), "haproxy.cfg");
  writeFileSync(file, text);
  const proxy = bench.launch(program, ["-db", "-f", file]);
  const toUrl = (port: number) => {
    const url = new URL(databaseUrls[0]);
    url.host = `127.0.0.1:${port}`;
    return url.href;
  };
  const isReady = await waitUntil(async () => (await findRole(toUrl(primaryPort))) === "primary", 60_000);
  if (!isReady) {
    const reason = await Promise.race([proxy.ended.then(({ output }) => output), "it runs"]);
    throw new Error(`HAProxy does not reach the primary: ${reason}`);
  }
  // Until its first checks, HAProxy takes all servers for primaries.
  await sleep(3_000);
  return { url: toUrl(primaryPort), readUrl: toUrl(replicaPort) };
}
