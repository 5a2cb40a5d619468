import { createHash } from "node:crypto";
import type { BookId } from "#shared/books/book.ts";
import { coverWidths } from "#shared/books/urls.ts";
import { savePicture } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";
import { getArtworkFileKey, getArtworkKey } from "#server/storage/keys.ts";
import type { ParsedAudioFile } from "./read-book.ts";

/** Each is resized in a fraction of a second; the files of further ones show the cover. */
const maxPictures = 300;

/**
 * Stores the pictures of audio files, if they are not all the same.
 *
 * @returns the artwork key of each file; null for the cover
 */
export async function storeArtwork(
  { storage, settings }: Pick<Services, "storage" | "settings">,
  bookId: BookId,
  files: readonly ParsedAudioFile[],
  onStored: (key: string) => void,
): Promise<ReadonlyArray<string | null>> {
  const maxBytes = settings.uploadLimits.image;
  const pictures = files.map(({ tags: { picture } }) => {
    if (!picture || picture.length > maxBytes) return null;
    return { picture, digest: createHash("sha256").update(picture).digest("hex") };
  });
  const distinct = new Map(pictures.flatMap((each) => (each ? [[each.digest, each.picture] as const] : [])));
  if (distinct.size < 2) return files.map(() => null);
  const keys = new Map<string, string>();
  for (const [digest, picture] of [...distinct].slice(0, maxPictures)) {
    const hash = await savePicture({ storage }, bookId, picture);
    if (hash === null) continue;
    const key = getArtworkKey(bookId, hash);
    for (const width of coverWidths) onStored(getArtworkFileKey(key, width));
    keys.set(digest, key);
  }
  return pictures.map((each) => (each && keys.get(each.digest)) ?? null);
}
