import type { InputOf } from "#shared/api/contract.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { DemoPassage, readerContract } from "#shared/reader/contract.ts";
import { findDemoBook } from "#server/features/books/service.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { findDocumentText, listSyncMap } from "./queries.ts";

const maxCharacters = 380;
/** Headings and salutations end without it. */
const endOfSentence = /[.!?…؟]["'”’»)]*\s*$/u;
const minConfidence = 0.5;

/** The first sentences of a chapter of the demo book. */
export async function getDemoPassage(
  context: GuestContext,
  input: InputOf<typeof readerContract.getDemoPassage>,
): Promise<DemoPassage | null> {
  const book = await findDemoBook(context, input);
  if (!book) return null;
  for (const { chapterNumber, sentences } of await listSyncMap(context.db, book.id)) {
    const passage: DemoPassage["sentences"] = [];
    const texts = new Map<number, string[]>();
    let characters = 0;
    for (const [id, start, end, confidence] of sentences) {
      const { spineIndex, number } = readSentence(id);
      if (!texts.has(spineIndex)) {
        const text = await findDocumentText(context.db, book.id, spineIndex);
        texts.set(spineIndex, text?.split("\n") ?? []);
      }
      const text = texts.get(spineIndex)?.[number] ?? "";
      const isBody = confidence >= minConfidence && endOfSentence.test(text);
      if (!isBody && passage.length === 0) continue;
      characters += text.length;
      if (characters > maxCharacters) break;
      passage.push({ id, text, start, end });
    }
    if (passage.length > 1) return { book, chapterNumber, sentences: passage };
  }
  return null;
}
