import type { Services } from "#server/services.ts";
import { isBookCountCorrect, repairBookCount } from "./search/search-word-queries.ts";
import { updateVocabulary } from "./search/vocabulary.ts";

export async function repairCatalog({ db, log }: Pick<Services, "db" | "log">): Promise<void> {
  await updateVocabulary(db);
  if (await isBookCountCorrect(db)) return;
  log.warn("the stored book count was wrong and is recomputed");
  await repairBookCount(db);
}
