import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { findSentenceAt } from "#shared/positions/sentence-times.ts";
import { getTextFraction } from "#shared/positions/text-fraction.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { Database } from "#server/db/client.ts";
import { getContentVersion } from "#server/epub/content-version.ts";
import { restartNarration } from "#server/features/ai-narration/service.ts";
import {
  countMissingSentences,
  type NewMap,
  queueAlignment,
  saveSyncMaps,
} from "#server/features/alignment/service.ts";
import { relocateDiscussions } from "#server/features/community/service.ts";
import { relocateMarks, relocateSharedMarks } from "#server/features/marks/service.ts";
import type { BookRow } from "#server/features/publishing/queries.ts";
import type { Services } from "#server/services.ts";
import { type DocumentText, matchSentences, type SentenceMatch } from "./match-sentences.ts";
import {
  listAudioPositions,
  type MovedChapter,
  moveAudioPositions,
  moveTextPositions,
  moveToSentences,
} from "./position-queries.ts";
import {
  findEbook,
  insertAnchors,
  listAnchorRows,
  listChapterTimes,
  listDocuments,
  listSyncMaps,
  type RevisionRow,
  swapRows,
  updateBook,
  updateRevision,
} from "./queries.ts";

type Matches = ReadonlyMap<SentenceId, SentenceMatch>;

interface BookPair {
  readonly target: BookRow;
  /** The row that holds the other files. */
  readonly holder: BookRow;
}

/**
 * Exchanges the files of a book with those of its revision. Positions, the sync map and its anchors follow
 * the sentences; chapters that lost sentences are aligned again.
 */
export async function swapFiles(
  services: Services,
  tx: Database,
  { hasText, hasAudio }: Pick<RevisionRow, "hasText" | "hasAudio">,
  { target, holder }: BookPair,
): Promise<void> {
  const [id, from] = [target.id, holder.id];
  // An AI voice belongs to the text that it reads.
  const isVoiceReplaced = !hasAudio && (target.isNarrated || holder.isNarrated);
  const isAudioReplaced = hasAudio || isVoiceReplaced;
  const old = await readOldContent(tx, id);
  if (hasText) await swapRows(tx, "text", id, from);
  if (isAudioReplaced) await swapRows(tx, "audio", id, from);
  await swapRows(tx, "both", id, from);
  await swapColumns(tx, { target, holder }, { hasText, isAudioReplaced, now: services.clock() });

  const documents = await listDocuments(tx, id);
  const matches = matchSentences(old.documents, documents);
  const text = await findEbook(tx, id);
  if (hasText && old.text && text) {
    const changed = [...matches].filter(([sentence, { to }]) => sentence !== to);
    await updateRevision(tx, from, {
      fromVersion: getContentVersion(old.text.sha256),
      toVersion: getContentVersion(text.sha256),
      sentences: Object.fromEntries(changed.map(([sentence, { to }]) => [sentence, to])),
    });
    const moved = [...matches].map(([sentence, { to }]) => ({
      from: sentence,
      to,
      fraction: getTextFraction(to, text.spine),
    }));
    await moveTextPositions(tx, id, moved);
    const version = getContentVersion(old.text.sha256);
    await relocateMarks(tx, id, { holder: from, version, matches });
  }
  if (isAudioReplaced) {
    if (text) await moveSyncedPositions(tx, id, old.maps, matches, text.spine);
    await moveAudioPositions(tx, id, old.chapters, addOffsets(await listChapterTimes(tx, id)));
  } else {
    await transferSyncMaps(services, tx, { id, documents, matches }, old);
  }
  await relocateDiscussions(tx, id, services.clock());
  await relocateSharedMarks(tx, id);
  const needsSync = hasAudio && target.hasSyncMap && (await listSyncMaps(tx, id)).length === 0;
  if (needsSync && text) await queueAlignment({ ...services, db: tx }, id, null);
  if (target.isNarrated && !holder.isNarrated && isVoiceReplaced)
    await restartNarration({ ...services, db: tx }, id);
}

async function readOldContent(tx: Database, id: BookId) {
  return {
    text: await findEbook(tx, id),
    documents: await listDocuments(tx, id),
    chapters: addOffsets(await listChapterTimes(tx, id)),
    maps: await listSyncMaps(tx, id),
    anchors: await listAnchorRows(tx, id),
  };
}

async function swapColumns(
  tx: Database,
  { target, holder }: BookPair,
  change: { readonly hasText: boolean; readonly isAudioReplaced: boolean; readonly now: Date },
): Promise<void> {
  const getTextColumns = ({ hasEbook, wordCount, pageCount }: BookRow) => ({
    hasEbook,
    wordCount,
    pageCount,
  });
  const getAudioColumns = (row: BookRow) => {
    const { hasAudiobook, hasAiVoice, isNarrated, duration, firstAudioId } = row;
    return { hasAudiobook, hasAiVoice, isNarrated, duration, firstAudioId };
  };
  for (const [book, other] of [
    [target, holder],
    [holder, target],
  ] as const) {
    await updateBook(tx, book.id, {
      ...(change.hasText && { ...getTextColumns(other), revisedAt: change.now }),
      ...(change.isAudioReplaced && getAudioColumns(other)),
      hasSyncMap: other.hasSyncMap,
      updatedAt: change.now,
    });
  }
}

interface TransferContext {
  readonly id: BookId;
  readonly documents: readonly DocumentText[];
  readonly matches: Matches;
}

/** The audio stays: its times get the ids of the same sentences in the new text. */
async function transferSyncMaps(
  services: Services,
  tx: Database,
  { id, documents, matches }: TransferContext,
  old: Pick<Awaited<ReturnType<typeof readOldContent>>, "maps" | "anchors">,
): Promise<void> {
  if (old.maps.length === 0) return;
  const index = indexSentences(documents);
  const getSameSentence = (sentence: SentenceId) => {
    const match = matches.get(sentence);
    return match?.isSame ? match.to : null;
  };
  const maps = old.maps.map(({ chapterNumber, source, sentences, guesses, firstSentence, lastSentence }) => {
    const all = [...sentences, ...guesses].sort((a, b) => a[1] - b[1]);
    const moved = all.flatMap(([sentence, ...times]): NewMap["sentences"] => {
      const to = getSameSentence(sentence);
      return to ? [[to, ...times]] : [];
    });
    const missingSentences = countMissingSentences(moved, index);
    const ends = [firstSentence, lastSentence].map((each) => each && matches.get(each)?.isSame);
    const isWhole = moved.length === all.length && !ends.includes(false);
    return { chapterNumber, source, sentences: moved, missingSentences, isWhole };
  });
  await saveSyncMaps(tx, id, maps);
  await insertAnchors(
    tx,
    old.anchors.flatMap((anchor) => {
      const sentence = getSameSentence(anchor.sentence);
      return sentence ? [{ ...anchor, bookId: id, sentence }] : [];
    }),
  );
  const damaged = maps.filter(({ isWhole, source, missingSentences }) => {
    return source !== "overlay" && source !== "narrated" && (!isWhole || missingSentences > 0);
  });
  if (damaged.length > 0) {
    const numbers = damaged.map(({ chapterNumber }) => chapterNumber);
    await queueAlignment({ ...services, db: tx }, id, numbers);
  }
}

/** Positions in the replaced audio move to the sentence that was spoken there. */
async function moveSyncedPositions(
  tx: Database,
  id: BookId,
  maps: Awaited<ReturnType<typeof listSyncMaps>>,
  matches: Matches,
  spine: Parameters<typeof getTextFraction>[1],
): Promise<void> {
  if (maps.length === 0) return;
  const moved = (await listAudioPositions(tx, id)).flatMap(({ userId, eventId, locator }) => {
    const map = maps.find(({ chapterNumber }) => chapterNumber === locator.chapter);
    const previous = map ? findSentenceAt(locator.offset ?? 0, map.sentences) : null;
    const sentence = previous && (matches.get(previous)?.to ?? null);
    return sentence ? [{ userId, eventId, sentence, fraction: getTextFraction(sentence, spine) }] : [];
  });
  if (moved.length > 0) await moveToSentences(tx, id, moved);
}

function addOffsets(chapters: readonly Omit<MovedChapter, "before">[]): MovedChapter[] {
  let before = 0;
  return chapters.map((chapter) => {
    const timedChapter = { ...chapter, before };
    before += chapter.duration;
    return timedChapter;
  });
}

function indexSentences(documents: readonly DocumentText[]): ReadonlyMap<SentenceId, number> {
  const ids = documents.flatMap(({ spineIndex, sentences }) =>
    sentences.map((_, number) => SentenceId.parse(getSentenceId(spineIndex, number))),
  );
  return new Map(ids.map((id, index) => [id, index]));
}
