import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "#server/db/create-client.ts";
import { type EmbeddedDatabase, startEmbedded } from "#server/db/embedded.ts";
import { findFreePort } from "#server/db/find-free-port.ts";

const primarySettings = ["max_connections=120", "wal_keep_size=256MB"];

interface Options {
  /** Settings of the primary, such as `fsync=off`. */
  readonly settings?: readonly string[];
  /** Of the replica, in `pg_stat_replication`. */
  readonly replicaName?: string;
}

/** A primary and its streaming replica. Each can be killed and started again on its port. */
export async function startStreamingPair({ settings = [], replicaName = "replica" }: Options = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-replication-"));
  spawnSync("chmod", ["755", folder]);
  const [primaryHome, replicaHome] = [path.join(folder, "primary"), path.join(folder, "replica")];
  const [primaryPort, replicaPort] = [await findFreePort(), await findFreePort()];
  const flags = [...primarySettings, ...settings].flatMap((setting) => ["-c", setting]);

  const created = await startEmbedded(primaryHome, { flags, port: primaryPort });
  const { username, password } = new URL(created.url);
  await created.stop();
  // The folder of a stopped server is a base backup.
  const copied = spawnSync("cp", ["-a", primaryHome, replicaHome]);
  if (copied.status !== 0) throw new Error(String(copied.stderr));
  writeFileSync(path.join(replicaHome, "pg", "standby.signal"), "");
  const upstream = `host=127.0.0.1 port=${primaryPort} user=${username} password=${password} application_name=${replicaName}`;
  const replicaFlags = [...flags, "-c", `primary_conninfo=${upstream}`];

  const startPrimary = () => startEmbedded(primaryHome, { flags, port: primaryPort });
  const startReplica = () => startEmbedded(replicaHome, { flags: replicaFlags, port: replicaPort });
  let [primary, replica] = [await startPrimary(), await startReplica()];
  const run = async ({ url }: EmbeddedDatabase, statement: string) => {
    const client = createClient({ connectionString: toTcp(url) });
    await client.connect();
    return client.query(statement).finally(() => client.end());
  };

  return {
    primaryUrl: toTcp(primary.url),
    replicaUrl: toTcp(replica.url),
    runOnPrimary: (statement: string) => run(primary, statement),
    runOnReplica: (statement: string) => run(replica, statement),
    pause: () => run(replica, "select pg_wal_replay_pause()"),
    resume: () => run(replica, "select pg_wal_replay_resume()"),
    killPrimary: () => kill(primary),
    killReplica: () => kill(replica),
    async restartReplica() {
      replica = await startReplica();
    },
    async restartPrimary() {
      primary = await startPrimary();
    },
    async stop() {
      await replica.stop();
      await primary.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Without a Unix socket, as a server on another machine. */
function toTcp(url: string): string {
  const tcp = new URL(url);
  tcp.search = "";
  return tcp.href;
}

async function kill({ pid, stop }: EmbeddedDatabase): Promise<void> {
  process.kill(pid, "SIGKILL");
  await stop();
}
