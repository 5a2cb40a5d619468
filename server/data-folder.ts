import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { knownMigrations } from "./db/migrate.ts";

/** Free bytes needed for a new embedded database, and for an existing one. */
const hasSpaceFor = { newDatabase: 150e6, inProgress: 20e6 };

/** The major version of the embedded PostgreSQL; another one cannot read the files. */
const postgresMajor = 18;

interface Options {
  readonly embeds: boolean;
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Checks a data folder without changing it.
 *
 * @throws {Error} when it is not writable, the disk is full, or another version created it
 */
export function checkDataFolder(dataDir: string, { embeds, freeBytes = getFreeBytes }: Options): void {
  const existing = nearestExisting(dataDir);
  if (!statSync(existing).isDirectory())
    throw new Error(`DATA_DIR cannot be used: ${existing} is not a folder.`);
  try {
    accessSync(existing, constants.W_OK | constants.X_OK);
  } catch {
    throw new Error(`DATA_DIR cannot be used: ${existing} is not writable for this user.`);
  }
  assertReadableVersion(dataDir);
  const needed =
    embeds && !existsSync(path.join(dataDir, "pg")) ? hasSpaceFor.newDatabase : hasSpaceFor.inProgress;
  rejectFull(existing, freeBytes(existing), needed);
}

/** Records the schema version, so that a version that cannot read the data refuses to start. */
export function writeVersionFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = path.join(dataDir, `version.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(currentVersion())}\n`);
  renameSync(draft, versionFile(dataDir));
}

interface VersionFile {
  readonly migrations: number;
  /** The hash of the first migration. */
  readonly schema: string | undefined;
}

function currentVersion(): VersionFile {
  const known = knownMigrations();
  return { migrations: known.length, schema: known[0] };
}

const versionFile = (dataDir: string) => path.join(dataDir, "version.json");

function assertReadableVersion(dataDir: string): void {
  const current = currentVersion();
  const stored = readVersionFile(dataDir);
  if (stored && stored.schema !== current.schema) {
    throw new Error(
      `The data folder ${dataDir} was created by an earlier development version and cannot be upgraded: move it away or set DATA_DIR to another folder, then start again.`,
    );
  }
  if (stored && stored.migrations > current.migrations) {
    throw new Error(
      `The data folder ${dataDir} was created by a newer version (${stored.migrations} migrations, this version has ${current.migrations}): start that version or restore a backup.`,
    );
  }
  const major = getMajor(path.join(dataDir, "pg", "PG_VERSION"));
  if (major !== null && major !== postgresMajor) {
    throw new Error(
      `The data folder ${dataDir} contains a PostgreSQL ${major} database, but this version uses PostgreSQL ${postgresMajor}: start the version that created it or restore a backup.`,
    );
  }
}

function rejectFull(existing: string, free: number, needed: number): void {
  if (free >= needed) return;
  const [megabytesFree, megabytesNeeded] = [Math.floor(free / 1e6), needed / 1e6];
  throw new Error(
    `The disk of DATA_DIR (${existing}) is full: ${megabytesFree} MB are free, ${megabytesNeeded} MB are needed.`,
  );
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Null when there is no readable version file. */
function readVersionFile(dataDir: string): VersionFile | null {
  try {
    return JSON.parse(readFileSync(versionFile(dataDir), "utf8")) as VersionFile;
  } catch {
    return null;
  }
}

function getMajor(file: string): number | null {
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}
