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
import { countKnownMigrations } from "./db/migrate.ts";

/** Bytes: what a new embedded database and its first minutes take, and what an old one needs to go on. */
const roomFor = { newDatabase: 150e6, goingOn: 20e6 };

/** The embedded PostgreSQL's; another major version cannot read the files. */
const postgresMajor = 18;

interface Options {
  /** Whether the embedded database is to lie in it. */
  readonly embeds: boolean;
  readonly freeBytes?: (folder: string) => number;
}

/**
 * Looks whether a data folder can be used, and changes nothing.
 *
 * @throws {Error} with one sentence: not writable, no room left, or made by a newer version.
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
  rejectNewer(dataDir);
  const needed = embeds && !existsSync(path.join(dataDir, "pg")) ? roomFor.newDatabase : roomFor.goingOn;
  rejectFull(existing, freeBytes(existing), needed);
}

/** Notes in the folder how far its data has been migrated, so that an older version can refuse it unopened. */
export function writeVersionFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = path.join(dataDir, `version.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify({ migrations: countKnownMigrations() })}\n`);
  renameSync(draft, versionFile(dataDir));
}

const versionFile = (dataDir: string) => path.join(dataDir, "version.json");

function rejectNewer(dataDir: string): void {
  const known = countKnownMigrations();
  const applied = getMigrations(dataDir);
  if (applied > known) {
    throw new Error(
      `The data folder ${dataDir} was made by a newer version (${applied} migrations, this one knows ${known}): start that version, or restore a backup.`,
    );
  }
  const major = getMajor(path.join(dataDir, "pg", "PG_VERSION"));
  if (major !== null && major !== postgresMajor) {
    throw new Error(
      `The data folder ${dataDir} holds a PostgreSQL ${major} database, this version brings PostgreSQL ${postgresMajor}: start the version that made it, or restore a backup.`,
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

function getMigrations(dataDir: string): number {
  try {
    const { migrations } = JSON.parse(readFileSync(versionFile(dataDir), "utf8")) as { migrations?: unknown };
    return typeof migrations === "number" ? migrations : 0;
  } catch {
    return 0;
  }
}

function getMajor(file: string): number | null {
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(path.dirname(folder));
}
