import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmdirSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { listKnownMigrations } from "./db/migrate.ts";

/** Free bytes needed for a new embedded database, and for an existing one. */
const minFreeBytes = { newDatabase: 150e6, inProgress: 20e6 };

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
  const existing = findNearestExisting(dataDir);
  if (!statSync(existing).isDirectory())
    throw new Error(`DATA_DIR cannot be used: ${existing} is not a folder.`);
  if (existing !== dataDir && isLink(dataDir)) {
    throw new Error(`DATA_DIR cannot be used: ${dataDir} is a link to a folder that does not exist.`);
  }
  assertWritable(existing);
  assertReadableVersion(dataDir);
  const minBytes =
    embeds && !existsSync(path.join(dataDir, "pg")) ? minFreeBytes.newDatabase : minFreeBytes.inProgress;
  assertFreeSpace(existing, freeBytes(existing), minBytes);
}

/** Permission bits are not enough: root can write everywhere except on a read-only file system. */
function assertWritable(folder: string): void {
  try {
    rmdirSync(mkdtempSync(path.join(folder, ".maktaba-")));
  } catch (error) {
    throw createUnusableError(folder, error);
  }
}

function createUnusableError(folder: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const cause = causes[code ?? ""] ?? `cannot be written: ${message}`;
  return new Error(`DATA_DIR cannot be used: ${folder} ${cause}.`, { cause: error });
}

const causes: Readonly<Record<string, string>> = {
  EACCES: "is not writable for this user",
  EPERM: "is not writable for this user",
  EROFS: "is on a read-only file system",
  ENOSPC: "is on a full disk",
  EDQUOT: "is beyond this user's disk quota",
  ENAMETOOLONG: "has too long a name",
};

function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch (error) {
    throw createUnusableError(file, error);
  }
}

/** Records the schema version, so that a version that cannot read the data refuses to start. */
export function writeVersionFile(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const draft = path.join(dataDir, `version.${process.pid}`);
  writeFileSync(draft, `${JSON.stringify(getCurrentVersion())}\n`);
  renameSync(draft, getVersionFile(dataDir));
}

interface VersionFile {
  readonly migrations: number;
  /** The hash of the first migration. */
  readonly schema: string | undefined;
}

function getCurrentVersion(): VersionFile {
  const known = listKnownMigrations();
  return { migrations: known.length, schema: known[0] };
}

const getVersionFile = (dataDir: string) => path.join(dataDir, "version.json");

function assertReadableVersion(dataDir: string): void {
  const current = getCurrentVersion();
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

function assertFreeSpace(existing: string, free: number, minBytes: number): void {
  if (free >= minBytes) return;
  const [megabytesFree, megabytesNeeded] = [Math.floor(free / 1e6), minBytes / 1e6];
  throw new Error(
    `The disk of DATA_DIR (${existing}) is full: ${megabytesFree} MB are free, ${megabytesNeeded} MB are needed.`,
  );
}

function getFreeBytes(folder: string): number {
  const { bavail, bsize, blocks } = statfsSync(folder);
  // Some network file systems do not report their size.
  return blocks === 0 ? Number.POSITIVE_INFINITY : bavail * bsize;
}

/** Null when there is no readable version file. */
function readVersionFile(dataDir: string): VersionFile | null {
  try {
    return JSON.parse(readFileSync(getVersionFile(dataDir), "utf8")) as VersionFile;
  } catch {
    return null;
  }
}

function getMajor(file: string): number | null {
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) : null;
}

function findNearestExisting(folder: string): string {
  return existsSync(folder) ? folder : findNearestExisting(path.dirname(folder));
}
