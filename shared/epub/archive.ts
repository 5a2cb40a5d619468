import { toWindows1256 } from "./entry-names.ts";
import type { EpubLimits } from "./limits.ts";
import { getMediaType } from "./package/media-types.ts";
import { UnreadableEpubError } from "./unreadable-epub-error.ts";

/** A file inside an EPUB. */
export interface ArchiveEntry {
  /** With forward slashes, without a leading one. */
  readonly path: string;
  /** Uncompressed. */
  readonly bytes: number;
}

/** An open EPUB with random access to its entries. */
export interface Archive<Entry extends ArchiveEntry = ArchiveEntry> {
  readonly entries: ReadonlyMap<string, Entry>;
  /** Finds an entry regardless of Unicode normalization, percent-encoding and case. */
  find(path: string): Entry | undefined;
  /**
   * Reads a whole entry.
   *
   * @throws when it is damaged or larger than `max` bytes
   */
  read(entry: Entry, max: number): Promise<Uint8Array>;
}

/** An entry as the directory of the ZIP describes it. */
export interface DirectoryEntry {
  readonly externalFileAttributes: number;
  readonly compressionMethod: number;
  readonly compressedSize: number;
  readonly uncompressedSize: number;
  isEncrypted(): boolean;
}

/** @throws {UnreadableEpubError} for links, encryption, unsupported compression and impossible sizes */
export function assertSafeEntry(entry: DirectoryEntry): void {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === 0o120000;
  if (isLink) throw new UnreadableEpubError("epub_link");
  if (entry.isEncrypted()) throw new UnreadableEpubError("epub_protected");
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) {
    throw new UnreadableEpubError("epub_compression");
  }
  const { compressedSize: compressed, uncompressedSize: uncompressed } = entry;
  const maxCompressed =
    entry.compressionMethod === 0 ? uncompressed : uncompressed + Math.ceil(uncompressed / 16_000) * 5 + 64;
  if (compressed > maxCompressed) throw new UnreadableEpubError("epub_wrong_size");
}

/** The most uncompressed bytes that an entry may have. */
export function getMaxBytes({ compressionMethod }: DirectoryEntry, path: string, limits: EpubLimits): number {
  return compressionMethod === 0 || getMediaType(path).startsWith("audio/") ? limits.total : limits.entry;
}

/** Finds entries of an archive by path, as books refer to them. */
export function createEntryFinder<Entry extends ArchiveEntry>(
  entries: ReadonlyMap<string, Entry>,
): (path: string) => Entry | undefined {
  const findPath = createPathFinder(entries.keys());
  return (path) => entries.get(findPath(path) ?? "");
}

/**
 * Finds paths regardless of Unicode normalization, percent-encoding and case, the closest match first; then
 * those of names in Windows-1256.
 */
export function createPathFinder(paths: Iterable<string>): (path: string) => string | undefined {
  const toFolded = (path: string) => toNfc(decode(path)).toLowerCase();
  const keys: readonly { toKey: PathKey; toStoredKey?: PathKey }[] = [
    { toKey: (path) => path },
    { toKey: toNfc },
    { toKey: toFolded },
    { toKey: toFolded, toStoredKey: (path) => toFolded(toWindows1256(path)) },
  ];
  const indexes = keys.map((key) => ({ ...key, byKey: new Map<string, string>() }));
  for (const path of paths) {
    for (const { toKey, toStoredKey = toKey, byKey } of indexes) {
      const key = toStoredKey(path);
      if (!byKey.has(key)) byKey.set(key, path);
    }
  }
  return (path) => {
    for (const { toKey, byKey } of indexes) {
      const found = byKey.get(toKey(path));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

type PathKey = (path: string) => string;

const toNfc = (path: string) => path.normalize("NFC");

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
