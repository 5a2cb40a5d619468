import type { BookId } from "#shared/books/book.ts";
import type { Verse } from "#shared/books/contract.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import { indexVerses, type VerseIndex } from "./index-verses.ts";
import { parseVerseReference } from "./parse-reference.ts";
import { surahs } from "./surahs.ts";
import { listScripture, listTexts } from "./verse-queries.ts";

/** The verse or surah that a search names, in a Qur'an of the catalogue; null for none. */
export async function findVerse({ db }: Pick<Services, "db">, search: string): Promise<Verse | null> {
  const reference = parseVerseReference(search);
  if (!reference) return null;
  const [name = "", transliteration = ""] = surahs[reference.surah - 1] ?? [];
  for (const { id, title, coverHash, sha256 } of await listScripture(db)) {
    const index = await getIndex(db, id, sha256);
    if (!index) continue;
    return {
      bookId: id,
      title,
      coverImageUrl: getCoverUrl(id, coverHash),
      ...reference,
      name,
      transliteration,
      sentence: index.find(reference),
    };
  }
  return null;
}

const maxIndexes = 20;

/** By the hash of the EPUB, so that an index is never outdated. */
const indexes = new Map<string, Promise<VerseIndex | null>>();

function getIndex(db: Database, bookId: BookId, sha256: string): Promise<VerseIndex | null> {
  const known = indexes.get(sha256);
  if (known) return known;
  const loading = listTexts(db, bookId).then(indexVerses);
  indexes.set(sha256, loading);
  loading.catch(() => indexes.delete(sha256));
  const [oldest] = indexes.keys();
  if (indexes.size > maxIndexes && oldest !== undefined) indexes.delete(oldest);
  return loading;
}
