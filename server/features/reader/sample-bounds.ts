import type { Portion } from "#shared/books/access.ts";
import type { EbookFile } from "./queries.ts";

/** The number of readable text blocks of a document; null for all. */
export type DocumentPart = "none" | { readonly blocks: number | null };

export function getDocumentPart(
  portion: Portion,
  sample: EbookFile["sample"],
  spineIndex: number,
): DocumentPart {
  if (portion === "whole") return { blocks: null };
  if (portion === "none" || spineIndex > sample.spineIndex) return "none";
  if (spineIndex < sample.spineIndex) return { blocks: null };
  return sample.paragraphs > 0 ? { blocks: sample.paragraphs } : "none";
}

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
