import { createHash } from "node:crypto";
import { type LowConfidenceSpan, minConfidence, type SyncSource } from "#shared/alignment/map.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { Database } from "#server/db/client.ts";
import { markSyncMapAvailable } from "#server/features/books/service.ts";
import { type StoredMap, upsertSyncMaps } from "./map-queries.ts";
import { queueAlignment } from "./queue-alignment.ts";

export { queueAlignment };

export interface NewMap {
  readonly chapterNumber: number;
  readonly source: SyncSource;
  /** In playing order; those below `minConfidence` are stored as guesses. */
  readonly sentences: readonly SyncedSentence[];
  readonly lowConfidence?: readonly LowConfidenceSpan[];
  readonly missingSentences?: number;
  readonly isCoarse?: boolean;
}

export function countMissingSentences(
  sentences: readonly SyncedSentence[],
  sentenceIndex: ReadonlyMap<SentenceId, number>,
): number {
  const indexes = new Set(sentences.flatMap(([id]) => sentenceIndex.get(id) ?? []));
  return indexes.size === 0 ? 0 : Math.max(...indexes) - Math.min(...indexes) + 1 - indexes.size;
}

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
    sentences: allSentences,
    lowConfidence = [],
    missingSentences = 0,
    isCoarse = false,
  } = map;
  const isKnown = ([, , , confidence]: SyncedSentence) => !isCoarse && confidence >= minConfidence;
  const sentences = allSentences.filter(isKnown);
  const guesses = allSentences.filter((sentence) => !isKnown(sentence));
  const content = JSON.stringify([chapterNumber, source, sentences, guesses, lowConfidence]);
  return {
    bookId,
    chapterNumber,
    source,
    sentences,
    guesses,
    lowConfidence,
    version: createHash("sha256").update(content).digest("hex").slice(0, 16),
    level: sentences.length > 0 ? "sentence" : "chapter",
    confidence: allSentences.length > 0 ? sentences.length / (allSentences.length + missingSentences) : 0,
    firstSentence: allSentences[0]?.[0] ?? null,
    lastSentence: allSentences.at(-1)?.[0] ?? null,
  };
}
