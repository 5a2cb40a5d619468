import { type Locator, SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { findSentence, getDocumentFractions, getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { parseXPointer, type XPointer } from "#server/epub/xpointer/xpointer.ts";
import { markReadAlongPage } from "#server/features/media-overlays/service.ts";
import { findSpine } from "#server/features/positions/service.ts";
import { locateInBook } from "#server/features/reader/service.ts";
import type { Services } from "#server/services.ts";
import type { KnownDocument } from "./find-document.ts";

type Deps = Pick<Services, "db" | "storage">;
type Spine = NonNullable<Awaited<ReturnType<typeof findSpine>>>;

interface Progress {
  readonly progress: string;
  readonly percentage: number;
}

/** The sentence at a progress of KOReader: exact by its XPointer in a file of ours, else by the percentage. */
export async function toLocator(
  deps: Deps,
  document: KnownDocument,
  { progress, percentage }: Progress,
): Promise<Locator> {
  const spine = (await findSpine(deps.db, document.bookId)) ?? [];
  const pointer = parseXPointer(progress);
  const spineIndex = (pointer?.fragment ?? 0) - 1;
  const number = pointer && (await findSentenceNumber(deps, document, spineIndex, pointer));
  const sentence =
    number === null
      ? findSentence({ fraction: limitToDocument(percentage, spine, spineIndex) }, spine)
      : SentenceId.parse(getSentenceId(spineIndex, number));
  return { sentence, fraction: getTextFraction(sentence, spine) };
}

/** A fraction of the book, moved into the document of the XPointer. */
function limitToDocument(fraction: number, spine: Spine, spineIndex: number): number {
  if (!spine.some(({ index }) => index === spineIndex)) return fraction;
  const { from, to } = getDocumentFractions(spine, spineIndex);
  return Math.min(to, Math.max(from, fraction));
}

async function locate(
  deps: Deps,
  document: KnownDocument,
  spineIndex: number,
  find: Parameters<typeof locateInBook>[3],
): Promise<number | string | null> {
  const { bookId, edition } = document;
  if (edition === null) return null;
  if (edition === "original") return locateInBook(deps, document, spineIndex, find);
  return locateInBook(deps, document, spineIndex, find, (page) =>
    markReadAlongPage(deps, bookId, spineIndex, page),
  );
}

async function findSentenceNumber(
  deps: Deps,
  document: KnownDocument,
  spineIndex: number,
  pointer: XPointer,
): Promise<number | null> {
  const found = await locate(deps, document, spineIndex, { type: "sentence", pointer });
  return typeof found === "number" ? found : null;
}

/** The progress of KOReader at a position; without an XPointer the start of the document. */
export async function toProgress(
  deps: Deps,
  document: KnownDocument,
  locator: Locator,
): Promise<Progress | null> {
  const spine = await findSpine(deps.db, document.bookId);
  if (!spine) return null;
  const sentence = findSentence(locator, spine);
  const { spineIndex, number } = readSentence(sentence);
  const fragment = spine.length > 1 ? spineIndex + 1 : null;
  const xpointer = await locate(deps, document, spineIndex, { type: "xpointer", sentence: number, fragment });
  const start = `/body/DocFragment${fragment === null ? "" : `[${fragment}]`}.0`;
  return {
    progress: typeof xpointer === "string" ? xpointer : start,
    percentage: getTextFraction(sentence, spine),
  };
}
