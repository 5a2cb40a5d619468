import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { findFreePort } from "#server/db/find-free-port.ts";

const program = "/usr/sbin/pgbouncer";

export const canPool = spawnSync(program, ["--version"]).status === 0;

interface Options {
  /** Connections to the server. */
  readonly poolSize: number;
  /** Run on each new connection to the server. */
  readonly connectQuery?: string;
}

/** PgBouncer in transaction mode before a database. */
export async function startPgBouncer(databaseUrl: string, { poolSize, connectQuery }: Options) {
  const { hostname, port: serverPort, pathname, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(path.join(tmpdir(), "pgbouncer-"));
  const port = await findFreePort();
  const [iniFile, usersFile] = [path.join(folder, "pgbouncer.ini"), path.join(folder, "users.txt")];
  const database = [
    `host=${hostname} port=${serverPort} user=${username} password=${password}`,
    ...(connectQuery ? [`connect_query='${connectQuery}'`] : []),
  ].join(" ");
  const lines = [
    "[databases]",
    `${pathname.slice(1)} = ${database}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = plain\nauth_file = ${usersFile}`,
    `pool_mode = transaction\ndefault_pool_size = ${poolSize}\nmax_client_conn = 200`,
  ];
  writeFileSync(iniFile, `${lines.join("\n")}\n`);
  writeFileSync(usersFile, `"${username}" "${password}"\n`);
  chmodSync(folder, 0o755);
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const child = spawn(program, [iniFile], { ...nobody, stdio: ["ignore", "ignore", "pipe"] });
  await waitForOutput(child, "process up");
  const url = new URL(databaseUrl);
  url.search = "";
  url.host = `127.0.0.1:${port}`;
  return {
    url: url.href,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

async function waitForOutput(child: ChildProcess, expected: string): Promise<void> {
  let output = "";
  for await (const chunk of child.stderr ?? []) {
    output += String(chunk);
    if (output.includes(expected)) break;
  }
  if (!output.includes(expected)) throw new Error(`PgBouncer did not start: ${output}`);
}
