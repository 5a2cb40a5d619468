import * as z from "zod/mini";
import type { AlignmentReason } from "#shared/alignment/alignment.ts";
import type { BookId } from "#shared/books/book.ts";
import { alignInWorker } from "#server/align/worker/align-in-worker.ts";
import { AlignmentRejectedError, type AlignProgress } from "#server/align/worker/task.ts";
import { type RunContext, runCancellable } from "#server/jobs/cancellable-run.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { type AlignmentRow, finishRun, startRun, updateProgress } from "./alignment-queries.ts";
import { prepareTask, toMaps } from "./alignment-task.ts";
import { cancelTopic, requestAlignment } from "./queue-alignment.ts";
import { deleteUnusedSpeech } from "./reference-speech.ts";
import { findTools, installedPrograms, type Programs } from "./required-programs.ts";
import { saveSyncMaps } from "./service.ts";

export const alignBooks = defineJob({
  ...requestAlignment,
  ownSlots: 1,
  run: (services, { bookId, run }, shutdownSignal) =>
    runAlignmentJob(services, bookId, run, installedPrograms, shutdownSignal),
});

/** Removes reference speech that no alignment has used for a month. */
export const purgeReferenceSpeech = defineJob({
  name: "alignment.purge-speech",
  queue: "later",
  payload: z.strictObject({}),
  every: "41 3 * * *",
  run: deleteUnusedSpeech,
});

export async function runAlignmentJob(
  services: Services,
  bookId: BookId,
  run: string,
  programs: Programs = installedPrograms,
  shutdownSignal?: AbortSignal,
): Promise<void> {
  const started = await startRun(services.db, bookId, run, services.clock());
  if (!started) return;
  let latest: AlignProgress = { stage: "synthesizing", progress: 0, chaptersDone: 0 };
  const saveProgress = () =>
    updateProgress(services.db, bookId, run, { ...latest, seenAt: services.clock() });
  const onProgress = (progress: AlignProgress) => {
    latest = progress;
  };
  await runCancellable(
    services,
    { topic: cancelTopic, id: bookId, shutdownSignal, saveProgress },
    ({ signal }) => align(services, started, programs, { signal, onProgress }),
    async (error) => {
      const [state, reason, about] = toOutcome(error);
      if (state === "failed") services.log.error({ err: error, bookId }, "a book could not be aligned");
      await finishRun(services.db, bookId, run, { state, reason, about, endedAt: services.clock() });
    },
  );
}

interface AlignmentContext extends Pick<RunContext, "signal"> {
  readonly onProgress: (progress: AlignProgress) => void;
}

async function align(
  services: Services,
  started: AlignmentRow,
  programs: Programs,
  context: AlignmentContext,
): Promise<void> {
  const { bookId, run } = started;
  const { missing } = await findTools(programs);
  if (missing.length > 0) throw new AlignmentRejectedError("missing-tools", missing.join(", "));
  const task = await prepareTask(services, started, programs);
  const found = await alignInWorker(task.task, context.onProgress, context.signal).finally(task.release);
  await services.db.transaction(async (db) => {
    const end = { state: "done", reason: null, about: "", endedAt: services.clock() } as const;
    if (await finishRun(db, bookId, run, end)) await saveSyncMaps(db, bookId, toMaps(found, task));
  });
}

function toOutcome(error: unknown): [state: "refused" | "failed", reason: AlignmentReason, about: string] {
  if (error instanceof AlignmentRejectedError) {
    const isMissingFile = error.reason === "lost-file";
    return [isMissingFile ? "failed" : "refused", error.reason, error.about];
  }
  return ["failed", "unexpected", ""];
}
