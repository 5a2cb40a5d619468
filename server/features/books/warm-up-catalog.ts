import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Services } from "#server/services.ts";
import { addSpellings, isBookCountCorrect, repairBookCount } from "./search/search-word-queries.ts";
import { spellingGroups } from "./search/spelling-seed.ts";
import { updateVocabulary } from "./search/vocabulary.ts";

export async function repairCatalog({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  await addSpellings(db, getSpellingRows());
  await updateVocabulary(db);
  if (await isBookCountCorrect(db)) return;
  log.warn("the stored book count was wrong and is recomputed");
  await repairBookCount(db);
}

/** A spelling belongs to the first group that contains it. */
function getSpellingRows() {
  const canonicalBySpelling = new Map<string, string>();
  for (const group of spellingGroups) {
    const normalized = group
      .map(normalizeSearchText)
      .filter((spelling) => spelling !== "" && !spelling.includes(" "));
    const [canonical] = normalized;
    for (const spelling of normalized) {
      if (canonical && !canonicalBySpelling.has(spelling)) canonicalBySpelling.set(spelling, canonical);
    }
  }
  return [...canonicalBySpelling].map(([spelling, canonical]) => ({ spelling, canonical }));
}
