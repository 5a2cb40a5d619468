import { type Candidate, listArabicCandidates } from "./arabic-candidates.ts";
import { listEnglishCandidates } from "./english-candidates.ts";
import { foldWord, isArabic } from "./fold-word.ts";

/** The folded forms under which dictionaries are searched for a word, the most exact first. */
export function listCandidates(word: string): Candidate[] {
  const forms = isArabic(word) ? listArabicCandidates(word) : listEnglishCandidates(word);
  const found = new Map<string, Candidate>();
  for (const { form, distance } of forms) {
    const folded = foldWord(form);
    if (folded && !found.has(folded)) found.set(folded, { form: folded, distance });
  }
  return [...found.values()];
}
