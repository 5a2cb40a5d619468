import type { BookAccess } from "#shared/books/access.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Progression } from "#shared/opds/progression-contract.ts";
import { type AudioPart, findAudioPosition, getAudioFraction } from "#shared/positions/audio-fraction.ts";
import { Locator, SentenceId } from "#shared/positions/position.ts";
import { findSentence, getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import { findSpine, listAudioParts, type Spine } from "#server/features/positions/service.ts";
import { findSentenceNumber } from "#server/features/reader/service.ts";
import type { Services } from "#server/services.ts";

type Deps = Pick<Services, "db">;

/** The position that an app names: by its references, else by the fraction. */
export async function locateProgression(
  services: Deps,
  bookId: BookId,
  { read }: BookAccess,
  { progression: fraction, references = [] }: Progression,
): Promise<Locator> {
  const [spine, parts] = await Promise.all([
    findSpine(services.db, bookId),
    listAudioParts(services.db, bookId),
  ]);
  const decoded = references.map(decode);
  const cfi = spine
    ? decoded.map((reference) => /#(epubcfi\(.+\))$/.exec(reference)?.[1]).find(Boolean)
    : undefined;
  // Whether a text has some words is only told to those who may read it.
  const sentence = spine && read === "whole" ? await findByText(services, bookId, spine, decoded) : null;
  if (sentence !== null && spine) return { sentence, fraction: getTextFraction(sentence, spine) };
  const byCfi = cfi ? Locator.safeParse({ cfi, fraction }).data : undefined;
  if (byCfi) return byCfi;
  const time = decoded.map((reference) => /#t=(?:npt:)?(\d+(?:\.\d+)?)/.exec(reference)?.[1]).find(Boolean);
  if (time !== undefined && parts.length > 0) return findByTime(Number(time), parts);
  if (spine) return { sentence: findSentence({ fraction }, spine), fraction };
  return findAudioPosition(fraction, parts) ?? { fraction };
}

function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

async function findByText(
  services: Deps,
  bookId: BookId,
  spine: Spine,
  references: readonly string[],
): Promise<SentenceId | null> {
  for (const reference of references) {
    const [, path = "", words = ""] = /^([^#]*)#.*:~:text=(.+)$/s.exec(reference) ?? [];
    const item = spine.find((document) => path === document.path || path.endsWith(`/${document.path}`));
    const number = item && words ? await findSentenceNumber(services, bookId, item.index, words) : null;
    if (item && number !== null) return SentenceId.parse(getSentenceId(item.index, number));
  }
  return null;
}

/** @param seconds from the start of the first chapter */
function findByTime(seconds: number, parts: readonly AudioPart[]): Locator {
  let offset = seconds;
  for (const { chapterNumber: chapter, duration } of parts) {
    if (offset < duration) return { chapter, offset, fraction: getAudioFraction(chapter, offset, parts) };
    offset -= duration;
  }
  return findAudioPosition(1, parts) ?? { fraction: 1 };
}
