import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { NarrationReason } from "#shared/ai-narration/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import { saveSyncMaps } from "#server/features/alignment/service.ts";
import { saveAiVoice } from "#server/features/book-import/service.ts";
import { isInstalled } from "#server/install-hints.ts";
import { type RunContext, runCancellable } from "#server/jobs/cancellable-run.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { createKey } from "#server/storage/keys.ts";
import { narrateChapter } from "#server/tts/narrate-chapter.ts";
import { NarrationRejectedError, type Narrator } from "#server/tts/narrator.ts";
import type { PlannedChapter } from "#server/tts/plan-chapters.ts";
import { selectNarrator } from "#server/tts/select-narrator.ts";
import { planBookNarration } from "./plan-narration.ts";
import {
  deleteParts,
  findNarratedBook,
  finishRun,
  listParts,
  type PartRow,
  startRun,
  updateProgress,
  upsertPart,
} from "./queries.ts";
import { cancelTopic, hasRecording, isAllowed, requestNarration } from "./service.ts";

export const narrateBooks = defineJob({
  ...requestNarration,
  ownSlots: 1,
  run: (services, { bookId, run }, shutdownSignal) =>
    runNarrationJob(services, bookId, run, {}, shutdownSignal),
});

interface NarrationTools {
  /** By default the one for the book's language. */
  readonly narrator?: Narrator;
  readonly ffmpeg?: string;
}

export async function runNarrationJob(
  services: Services,
  bookId: BookId,
  run: string,
  tools: NarrationTools = {},
  shutdownSignal?: AbortSignal,
): Promise<void> {
  if (!(await startRun(services.db, bookId, run, services.clock()))) return;
  const progress = new ProgressCounter();
  const saveProgress = () =>
    updateProgress(services.db, bookId, run, { ...progress.progress, seenAt: services.clock() });
  await runCancellable(
    services,
    { topic: cancelTopic, id: bookId, shutdownSignal, saveProgress },
    (context) => narrate(services, { bookId, run }, tools, { ...context, progress }),
    async (error) => {
      const [state, reason, about] = toOutcome(error);
      if (state === "failed") services.log.error({ err: error, bookId }, "a book could not be narrated");
      await finishRun(services.db, bookId, run, { state, reason, about, endedAt: services.clock() });
    },
  );
}

interface NarrationContext extends RunContext {
  readonly progress: ProgressCounter;
}

async function narrate(
  services: Services,
  { bookId, run }: { readonly bookId: BookId; readonly run: string },
  { narrator: chosenNarrator, ffmpeg = "ffmpeg" }: NarrationTools,
  context: NarrationContext,
): Promise<void> {
  const book = await requireNarrationAllowed(services, bookId);
  const narrator = chosenNarrator ?? (await selectNarrator(services.settings, book.language));
  const voice = await narrator.findMissingProgram();
  const missing = [...((await isInstalled(ffmpeg, "-version")) ? [] : ["ffmpeg"]), ...(voice ? [voice] : [])];
  if (missing.length > 0) throw new NarrationRejectedError("missing-tools", missing.join(", "));
  if (!(await narrator.supports(book.language))) throw new NarrationRejectedError("language", book.language);
  const chapters = await planBookNarration(services, bookId, book);
  context.progress.plan(chapters);
  context.checkCancelled();
  const parts: PartRow[] = [];
  for (const [index, chapter] of chapters.entries()) {
    parts.push(
      await narrateOrReuseChapter(
        services,
        { bookId, chapterNumber: index + 1, chapter, language: book.language },
        narrator,
        ffmpeg,
        context,
      ),
    );
    context.progress.chapterDone();
    context.checkCancelled();
  }
  await saveNarration(services, { bookId, run }, chapters, parts);
}

async function requireNarrationAllowed({ db }: Services, bookId: BookId) {
  const book = await findNarratedBook(db, bookId);
  if (!book?.hasEbook) throw new NarrationRejectedError("no-text");
  if (!isAllowed(book)) throw new NarrationRejectedError("not-allowed");
  if (hasRecording(book)) throw new NarrationRejectedError("has-narration");
  return book;
}

const narrationVersion = "1";

interface SpokenChapterAudio {
  readonly bookId: BookId;
  readonly chapterNumber: number;
  readonly chapter: PlannedChapter;
  readonly language: string;
}

async function narrateOrReuseChapter(
  services: Services,
  { bookId, chapterNumber, chapter, language }: SpokenChapterAudio,
  narrator: Narrator,
  ffmpeg: string,
  { signal, progress: progressCounter }: NarrationContext,
): Promise<PartRow> {
  const content = JSON.stringify([narrationVersion, narrator.identity, chapter.sentences]);
  const contentHash = createHash("sha256").update(content).digest("hex");
  const saved = (await listParts(services.db, bookId)).find((part) => part.chapterNumber === chapterNumber);
  if (saved?.contentHash === contentHash && (await services.storage.size(saved.storageKey)) === saved.bytes)
    return saved;
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-voice-"));
  try {
    const file = path.join(folder, "chapter.m4b");
    const { spans, seconds } = await narrateChapter(narrator, chapter.sentences, {
      file,
      ffmpeg,
      reportProgress: progressCounter.reportProgress,
      language,
      cancelled: signal,
    });
    const stored = await services.storage.put(createKey("audio", "m4b"), createReadStream(file));
    const { key: storageKey, bytes, sha256 } = stored;
    const part: PartRow = { bookId, chapterNumber, contentHash, storageKey, bytes, sha256, seconds, spans };
    await upsertPart(services.db, part);
    return part;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function saveNarration(
  services: Services,
  { bookId, run }: { readonly bookId: BookId; readonly run: string },
  chapters: readonly PlannedChapter[],
  parts: readonly PartRow[],
): Promise<void> {
  await services.db.transaction(async (db) => {
    const end = { state: "done", reason: null, about: "", endedAt: services.clock() } as const;
    if (!(await finishRun(db, bookId, run, end))) return;
    await requireNarrationAllowed({ ...services, db }, bookId);
    const files = parts.map((part, index) => ({ ...part, title: chapters[index]?.title ?? "" }));
    await saveAiVoice({ ...services, db }, bookId, files);
    await saveSyncMaps(db, bookId, parts.map(toMap));
    await deleteParts(db, bookId);
  });
}

const toMap = ({ chapterNumber, spans }: PartRow) => ({
  chapterNumber,
  source: "narrated" as const,
  sentences: spans.map(
    ([id, start, end]): SyncedSentence => [id as SentenceId, roundSeconds(start), roundSeconds(end), 1],
  ),
});

/** Rounded to a tenth of a millisecond, a few samples. */
const roundSeconds = (seconds: number) => Math.round(seconds * 10_000) / 10_000;

function toOutcome(error: unknown): [state: "refused" | "failed", reason: NarrationReason, about: string] {
  if (error instanceof NarrationRejectedError) {
    return [error.reason === "lost-file" ? "failed" : "refused", error.reason, error.about.slice(0, 500)];
  }
  return ["failed", "unexpected", ""];
}

class ProgressCounter {
  #counts: readonly number[] = [];
  #chaptersDone = 0;
  #inChapter = 0;

  get progress() {
    const sum = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);
    const completed = sum(this.#counts.slice(0, this.#chaptersDone)) + this.#inChapter;
    const progress = Math.min(0.99, completed / Math.max(1, sum(this.#counts)));
    return { progress, chaptersDone: this.#chaptersDone, chapterCount: this.#counts.length };
  }

  plan(chapters: readonly PlannedChapter[]): void {
    this.#counts = chapters.map(({ sentences }) => sentences.length);
  }

  /** Number of spoken sentences of the chapter. */
  readonly reportProgress = (sentences: number): void => {
    this.#inChapter = sentences;
  };

  chapterDone(): void {
    [this.#chaptersDone, this.#inChapter] = [this.#chaptersDone + 1, 0];
  }
}
