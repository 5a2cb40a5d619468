import { createHash } from "node:crypto";
import path from "node:path";
import { Readable } from "node:stream";
import type { BookId } from "#shared/books/book.ts";
import { coverWidths } from "#shared/books/urls.ts";
import type { Services } from "#server/services.ts";
import { getCoverKey } from "#server/storage/keys.ts";
import { takeCoverVariant } from "./cover-queries.ts";
import { type CoverText, generateCover, getGeneratedCoverHash } from "./generate-cover.ts";
import { type CoverFiles, resizeCover } from "./resize-cover.ts";

type Deps = Pick<Services, "storage" | "settings">;
type SavingDeps = Deps & Pick<Services, "db">;

/**
 * Stores a cover in three widths. Without a valid image the cover is generated on first request.
 *
 * @returns the hash for its URLs
 */
export async function storeCover(
  services: SavingDeps,
  bookId: BookId,
  image: Buffer | null,
  coverText: CoverText,
): Promise<string> {
  const hash = image && (await storePicture(services, bookId, image));
  return hash ?? getGeneratedCoverHash(coverText, await takeCoverVariant(services.db));
}

/**
 * Stores a picture of a book in three widths.
 *
 * @returns the hash for its URLs; null for an invalid image
 */
export async function storePicture(
  services: Pick<Services, "storage">,
  bookId: BookId,
  image: Buffer,
): Promise<string | null> {
  const files = await resizeCover(image);
  if (!files) return null;
  const hash = createHash("sha256").update(image).digest("hex").slice(0, 32);
  await store(services, bookId, hash, files);
  return hash;
}

const pending = new Map<string, Promise<void>>();

export function saveGeneratedCover(
  services: Deps,
  bookId: BookId,
  hash: string,
  coverText: CoverText,
): Promise<void> {
  const key = `${bookId}/${hash}`;
  const current =
    pending.get(key) ??
    generateAndStore(services, bookId, hash, coverText).finally(() => pending.delete(key));
  pending.set(key, current);
  return current;
}

async function generateAndStore(
  services: Deps,
  bookId: BookId,
  hash: string,
  coverText: CoverText,
): Promise<void> {
  const image = await generateCover(coverText, path.join(services.settings.dataDir, "cache", "fonts"), hash);
  const files = await resizeCover(image);
  if (!files) throw new Error("A drawn cover could not be scaled.");
  await store(services, bookId, hash, files);
}

async function store(
  { storage }: Pick<Services, "storage">,
  bookId: BookId,
  hash: string,
  files: CoverFiles,
): Promise<void> {
  for (const width of coverWidths) {
    const file = files.get(width);
    if (file) await storage.put(getCoverKey(bookId, hash, width), Readable.from([file]));
  }
}
