import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { BookId } from "#shared/books/book.ts";
import type { NarrationReason } from "#shared/narration/contract.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { putAiVoice } from "#server/features/ingest/service.ts";
import { keepMaps } from "#server/features/sync/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { NarrationRefused, type Narrator } from "#server/narrate/narrator.ts";
import type { PlannedChapter } from "#server/narrate/plan-chapters.ts";
import { speakChapter } from "#server/narrate/speak-chapter.ts";
import { narratorFor } from "#server/narrate/voices.ts";
import { answers } from "#server/program-hints.ts";
import type { Services } from "#server/services.ts";
import { newKey } from "#server/storage/keys.ts";
import { planBook } from "./plan.ts";
import {
  beginRun,
  deleteParts,
  endRun,
  findNarrated,
  listParts,
  noteProgress,
  type PartRow,
  putPart,
} from "./queries.ts";
import { cancelTopic, hasHumanVoice, isAllowed, narrationAsked } from "./service.ts";

/** Makes an audiobook of a text. A run that was broken off goes on with the chapter it was at. */
export const narrateBooks = defineJob({
  ...narrationAsked,
  isLong: true,
  run: (services, { bookId, run }, ending) => doNarration(services, bookId, run, {}, ending),
});

/** Why it was ended from without. */
class Cancelled extends Error {}

/** Its process is ending: the queue gives it to another. */
class Interrupted extends Error {}

interface Tools {
  /** Left out, the one for the book's language. */
  readonly narrator?: Narrator;
  readonly ffmpeg?: string;
}

export async function doNarration(
  services: Services,
  bookId: BookId,
  run: string,
  tools: Tools = {},
  ending?: AbortSignal,
): Promise<void> {
  if (!(await beginRun(services.db, bookId, run, services.clock()))) return;
  const watch = watchRun(services, bookId, run, ending);
  try {
    await narrate(services, { bookId, run }, tools, watch);
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Interrupted) throw error;
    const [state, reason, about] = endOf(error);
    if (state === "failed") services.log.error({ err: error, bookId }, "a book could not be narrated");
    await endRun(services.db, bookId, run, { state, reason, about, endedAt: services.clock() });
  } finally {
    watch.stop();
  }
}

async function narrate(
  services: Services,
  { bookId, run }: { readonly bookId: BookId; readonly run: string },
  { narrator: given, ffmpeg = "ffmpeg" }: Tools,
  watch: ReturnType<typeof watchRun>,
): Promise<void> {
  const book = await mayBeNarrated(services, bookId);
  const narrator = given ?? (await narratorFor(services.settings, book.language));
  const voice = await narrator.missing();
  const missing = [...((await answers(ffmpeg, "-version")) ? [] : ["ffmpeg"]), ...(voice ? [voice] : [])];
  if (missing.length > 0) throw new NarrationRefused("missing-tools", missing.join(", "));
  if (!(await narrator.speaks(book.language))) throw new NarrationRefused("language", book.language);
  const chapters = await planBook(services, bookId, book);
  watch.plan(chapters);
  const parts: PartRow[] = [];
  for (const [nth, chapter] of chapters.entries()) {
    parts.push(
      await partOf(
        services,
        { bookId, chapterNumber: nth + 1, chapter, language: book.language },
        narrator,
        ffmpeg,
        watch,
      ),
    );
    watch.chapterDone();
  }
  await finish(services, { bookId, run }, chapters, parts);
}

/** Its author may have changed their mind, or a person have read it, since it was asked for. */
async function mayBeNarrated({ db }: Services, bookId: BookId) {
  const book = await findNarrated(db, bookId);
  if (!book?.hasEbook) throw new NarrationRefused("no-text");
  if (!isAllowed(book)) throw new NarrationRefused("not-allowed");
  if (hasHumanVoice(book)) throw new NarrationRefused("has-narration");
  return book;
}

/** Raised when the same words are spoken otherwise than before. */
const rules = "1";

interface Spoken {
  readonly bookId: BookId;
  readonly chapterNumber: number;
  readonly chapter: PlannedChapter;
  /** Of the book. */
  readonly language: string;
}

/** A chapter as sound: the one that was kept, where it is of the same words and voice. */
async function partOf(
  services: Services,
  { bookId, chapterNumber, chapter, language }: Spoken,
  narrator: Narrator,
  ffmpeg: string,
  { signal, told }: ReturnType<typeof watchRun>,
): Promise<PartRow> {
  const content = JSON.stringify([rules, narrator.identity, chapter.sentences]);
  const basis = createHash("sha256").update(content).digest("hex");
  const kept = (await listParts(services.db, bookId)).find((part) => part.chapterNumber === chapterNumber);
  if (kept?.basis === basis && (await services.storage.size(kept.storageKey)) === kept.bytes) return kept;
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-voice-"));
  try {
    const file = path.join(folder, "chapter.m4b");
    const { heard, seconds } = await speakChapter(narrator, chapter.sentences, {
      ...{ file, ffmpeg, told, language, cancelled: signal },
    });
    const stored = await services.storage.put(newKey("audio", "m4b"), createReadStream(file));
    const { key: storageKey, bytes, sha256 } = stored;
    const part: PartRow = { bookId, chapterNumber, basis, storageKey, bytes, sha256, seconds, heard };
    await putPart(services.db, part);
    return part;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The whole audiobook and its map become visible together, where the run is still wanted and allowed. */
async function finish(
  services: Services,
  { bookId, run }: { readonly bookId: BookId; readonly run: string },
  chapters: readonly PlannedChapter[],
  parts: readonly PartRow[],
): Promise<void> {
  await services.db.transaction(async (db) => {
    const end = { state: "done", reason: null, about: "", endedAt: services.clock() } as const;
    if (!(await endRun(db, bookId, run, end))) return;
    await mayBeNarrated({ ...services, db }, bookId);
    const files = parts.map((part, nth) => ({ ...part, title: chapters[nth]?.title ?? "" }));
    await putAiVoice({ ...services, db }, bookId, files);
    await keepMaps(db, bookId, parts.map(toMap));
    await deleteParts(db, bookId);
  });
}

const toMap = ({ chapterNumber, heard }: PartRow) => ({
  ...{ chapterNumber, source: "narrated" as const },
  sentences: heard.map(
    ([id, start, end]): SyncedSentence => [id as SentenceId, rounded(start), rounded(end), 1],
  ),
});

/** A tenth of a millisecond is less than a few samples. */
const rounded = (seconds: number) => Math.round(seconds * 10_000) / 10_000;

function endOf(error: unknown): [state: "refused" | "failed", reason: NarrationReason, about: string] {
  if (error instanceof NarrationRefused) {
    return [error.reason === "lost-file" ? "failed" : "refused", error.reason, error.about.slice(0, 500)];
  }
  return ["failed", "unexpected", ""];
}

const noteEveryMs = 1_000;

/** Notes how a run goes, and ends it when it is no longer wanted. */
function watchRun(services: Services, bookId: BookId, run: string, ending?: AbortSignal) {
  const stopping = new AbortController();
  const cancel = () => stopping.abort(new Cancelled("cancelled"));
  const interrupt = () => stopping.abort(new Interrupted("the process ends"));
  ending?.addEventListener("abort", interrupt);
  if (ending?.aborted) interrupt();
  let counts: readonly number[] = [];
  let [chaptersDone, inChapter] = [0, 0];
  const note = async () => {
    const all = counts.reduce((sum, each) => sum + each, 0);
    const done = counts.slice(0, chaptersDone).reduce((sum, each) => sum + each, 0) + inChapter;
    const progress = Math.min(0.99, done / Math.max(1, all));
    const told = { progress, chaptersDone, chapterCount: counts.length, seenAt: services.clock() };
    if (!(await noteProgress(services.db, bookId, run, told))) cancel();
  };
  // A lost connection says nothing about what is wanted.
  const look = () =>
    void note().catch((error: unknown) => services.log.warn({ err: error }, "progress was lost"));
  const timer = setInterval(look, noteEveryMs);
  const stopListening = services.live.onBroadcast(cancelTopic, (id) => {
    if (id === bookId) look();
  });
  return {
    signal: stopping.signal,
    plan: (chapters: readonly PlannedChapter[]) => {
      counts = chapters.map(({ sentences }) => sentences.length);
      look();
    },
    told: (sentences: number) => {
      inChapter = sentences;
    },
    chapterDone: () => {
      [chaptersDone, inChapter] = [chaptersDone + 1, 0];
      look();
    },
    stop: () => {
      clearInterval(timer);
      stopListening();
      ending?.removeEventListener("abort", interrupt);
    },
  };
}
