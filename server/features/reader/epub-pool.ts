import type { BookId } from "#shared/books/book.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import { getBookFiles, listServedEntries } from "#shared/epub/package/book-files.ts";
import { type EpubPackage, readPackage } from "#shared/epub/package/read-opf.ts";
import type { BookFiles } from "#shared/epub/sanitize/url-policy.ts";
import type { TocItem } from "#shared/reader/contract.ts";
import { type Archive, openArchive } from "#server/epub/zip/archive.ts";
import { unavailable } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { isMissingFile, type RandomAccessFile } from "#server/storage/storage.ts";
import { type EbookFile, findToc } from "./queries.ts";

export interface OpenBook {
  readonly archive: Archive;
  readonly book: EpubPackage;
  readonly toc: readonly TocItem[];
  readonly files: BookFiles;
  readonly served: ReadonlySet<string>;
  readonly order: ReadonlyMap<string, number>;
}

interface PooledEpub {
  readonly opening: Promise<OpenBook>;
  uses: number;
  isEvicted: boolean;
}

const servingLimits = { ...defaultLimits, total: Number.POSITIVE_INFINITY, entry: Number.POSITIVE_INFINITY };

/** Each open EPUB takes a file handle and about 100 bytes per entry. */
const maxOpen = 24;

const pool = new Map<string, PooledEpub>();

/** Borrows an open EPUB from the pool. Call `release` once when done. */
export async function acquireEpub(
  services: Pick<Services, "db" | "storage">,
  bookId: BookId,
  { storageKey }: Pick<EbookFile, "storageKey">,
): Promise<OpenBook & { readonly release: () => void }> {
  const key = `${storageKey} ${bookId}`;
  const entry = pool.get(key) ?? {
    opening: openBook(services, bookId, storageKey),
    uses: 0,
    isEvicted: false,
  };
  pool.delete(key);
  pool.set(key, entry);
  entry.uses++;
  const release = () => {
    entry.uses--;
    closeUnused(entry);
  };
  try {
    const book = await entry.opening;
    evict();
    return { ...book, release };
  } catch (error) {
    if (pool.get(key) === entry) pool.delete(key);
    throw error;
  }
}

async function openBook(
  { db, storage }: Pick<Services, "db" | "storage">,
  bookId: BookId,
  storageKey: string,
): Promise<OpenBook> {
  const archive = await openArchive(await openEpubFile(storage, storageKey), servingLimits);
  try {
    const book = await readPackage(archive, servingLimits);
    const files = getBookFiles(archive, book);
    return {
      archive,
      book,
      toc: await findToc(db, bookId),
      files,
      served: new Set(listServedEntries(archive, book).map(([path]) => path)),
      order: new Map(book.spine.map(({ path }, index) => [path, index])),
    };
  } catch (error) {
    archive.close();
    throw error;
  }
}

async function openEpubFile(storage: Services["storage"], storageKey: string): Promise<RandomAccessFile> {
  return storage.openFile(storageKey).catch((error: unknown) => {
    throw isMissingFile(error) ? unavailable("book_file_unavailable") : error;
  });
}

function evict(): void {
  for (const [key, oldest] of pool) {
    if (pool.size <= maxOpen) return;
    pool.delete(key);
    oldest.isEvicted = true;
    closeUnused(oldest);
  }
}

function closeUnused(entry: PooledEpub): void {
  if (!entry.isEvicted || entry.uses > 0) return;
  entry.opening.then(({ archive }) => archive.close()).catch(() => {});
}
