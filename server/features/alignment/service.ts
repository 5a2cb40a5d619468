import { createHash } from "node:crypto";
import { type LowConfidenceSpan, minConfidence, type SyncSource } from "#shared/alignment/map.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { Database } from "#server/db/client.ts";
import { markSyncMapAvailable } from "#server/features/books/service.ts";
import { type StoredMap, upsertSyncMaps } from "./map-queries.ts";

/** The map of one chapter, as it was found or made. */
export interface NewMap {
  readonly chapterNumber: number;
  readonly source: SyncSource;
  /** In the order they are heard; those below `leastConfidence` are kept as guesses. */
  readonly sentences: readonly SyncedSentence[];
  /** What is doubtful, where that is known; none in a map that is exact. */
  readonly doubtful?: readonly LowConfidenceSpan[];
  /** Sentences between the first and the last of these that are not heard, where that is known. */
  readonly missingSentences?: number;
  /** Text and sound are in step at the chapter's ends alone: no sentence of it is ever handed out. */
  readonly isCoarse?: boolean;
}

/** How many sentences of the text, from the first to the last of a chapter's, are not among these. */
export function countMissingSentences(
  sentences: readonly SyncedSentence[],
  getPlace: ReadonlyMap<SentenceId, number>,
): number {
  const places = new Set(sentences.flatMap(([id]) => getPlace.get(id) ?? []));
  return places.size === 0 ? 0 : Math.max(...places) - Math.min(...places) + 1 - places.size;
}

/**
 * Keeps the maps of some chapters of a book in place of those they had, and notes whether the book is in step. To be
 * called in the transaction that adds the book, or ends the work that made the maps: they become visible together.
 */
export async function saveSyncMaps(db: Database, bookId: BookId, maps: readonly NewMap[]): Promise<void> {
  await upsertSyncMaps(
    db,
    maps.map((map) => toStored(bookId, map)),
  );
  await markSyncMapAvailable(db, bookId);
}

function toStored(bookId: BookId, map: NewMap): StoredMap {
  const {
    chapterNumber,
    source,
    sentences: all,
    doubtful = [],
    missingSentences = 0,
    isCoarse = false,
  } = map;
  const isKnown = ([, , , confidence]: SyncedSentence) => !isCoarse && confidence >= minConfidence;
  const sentences = all.filter(isKnown);
  const guesses = all.filter((sentence) => !isKnown(sentence));
  const content = JSON.stringify([chapterNumber, source, sentences, guesses, doubtful]);
  return {
    ...{ bookId, chapterNumber, source, sentences, guesses, doubtful },
    version: createHash("sha256").update(content).digest("hex").slice(0, 16),
    level: sentences.length > 0 ? "sentence" : "chapter",
    confidence: all.length > 0 ? sentences.length / (all.length + missingSentences) : 0,
    firstSentence: all[0]?.[0] ?? null,
    lastSentence: all.at(-1)?.[0] ?? null,
  };
}
