import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Locator, SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { findSpine, listAudioParts } from "#server/features/positions/service.ts";
import { findSentenceText } from "#server/features/reader/service.ts";
import type { Services } from "#server/services.ts";

type Deps = Pick<Services, "db">;

/** Enough words to find a sentence in its document. */
const maxWords = 12;

/** A position as URI references, the most exact first. */
export async function writeReferences(
  services: Deps,
  bookId: BookId,
  { read, listen }: BookAccess,
  { text, audio }: { readonly text: Locator | null; readonly audio: Locator | null },
): Promise<string[]> {
  const cfi = read === "whole" ? text?.cfi : undefined;
  const sentence =
    read === "whole" && text?.sentence && (await writeTextFragment(services, bookId, text.sentence));
  const time = listen === "none" || !audio ? null : await getBookTime(services, bookId, audio);
  return [
    ...(cfi ? [`#${encodeFragment(cfi)}`] : []),
    ...(sentence ? [sentence] : []),
    ...(time === null ? [] : [`#t=${time.toFixed(3)}`]),
  ];
}

async function writeTextFragment(
  services: Deps,
  bookId: BookId,
  sentence: SentenceId,
): Promise<string | null> {
  const { spineIndex, number } = readSentence(sentence);
  const spine = (await findSpine(services.db, bookId)) ?? [];
  const path = spine.find(({ index }) => index === spineIndex)?.path;
  const text = await findSentenceText(services, bookId, spineIndex, number);
  if (path === undefined || !text) return null;
  const words = text.split(" ").slice(0, maxWords).join(" ");
  // A hyphen and a comma have a meaning in text fragments.
  const encoded = encodeURIComponent(words).replace(
    /[-!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `${path.split("/").map(encodeURIComponent).join("/")}#:~:text=${encoded}`;
}

const encodeFragment = (text: string) => encodeURI(text).replace(/[[\]^#]/g, encodeURIComponent);

/** Seconds from the start of the first chapter; null when there is no such chapter. */
async function getBookTime(
  { db }: Deps,
  bookId: BookId,
  { chapter = 1, offset = 0 }: Locator,
): Promise<number | null> {
  const parts = await listAudioParts(db, bookId);
  const index = parts.findIndex(({ chapterNumber }) => chapterNumber === chapter);
  if (index < 0) return null;
  return parts.slice(0, index).reduce((seconds, { duration }) => seconds + duration, offset);
}
