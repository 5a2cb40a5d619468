import { getTransliterationKey } from "#shared/books/transliteration.ts";
import type { Database } from "#server/db/client.ts";
import { indexPendingWords, listWordsWithoutKey, setTransliterationKeys } from "./search-word-queries.ts";

const batch = 5_000;

/** Adds the words of new books to the vocabulary that search corrects and transliterates with. */
export async function updateVocabulary(db: Database): Promise<void> {
  await indexPendingWords(db);
  await updateTransliterationKeys(db);
}

export async function updateTransliterationKeys(db: Database): Promise<void> {
  for (;;) {
    const words = await listWordsWithoutKey(db, batch);
    if (words.length > 0) {
      await setTransliterationKeys(
        db,
        words.map((word) => ({ word, key: getTransliterationKey(word) ?? "" })),
      );
    }
    if (words.length < batch) return;
  }
}
