import type { Portion } from "#shared/books/access.ts";
import type { EbookFile } from "./queries.ts";

/** How much of one document somebody gets: so many blocks of its text, null for all of it. */
export type PartOfDocument = "none" | { readonly blocks: number | null };

/** What the sample leaves of the document at that place of the reading order. */
export function getDocumentPart(
  portion: Portion,
  sample: EbookFile["sample"],
  spineIndex: number,
): PartOfDocument {
  if (portion === "whole") return { blocks: null };
  if (portion === "none" || spineIndex > sample.spineIndex) return "none";
  if (spineIndex < sample.spineIndex) return { blocks: null };
  return sample.paragraphs > 0 ? { blocks: sample.paragraphs } : "none";
}

/** Whether a sentence lies in what somebody may read. */
export function canReadSentence(
  portion: Portion,
  sample: EbookFile["sample"],
  spineIndex: number,
  number: number,
): boolean {
  if (portion === "whole") return true;
  if (portion === "none" || spineIndex > sample.spineIndex) return false;
  return spineIndex < sample.spineIndex || number < sample.sentences;
}
