import type { BookId } from "#shared/books/book.ts";
import type { AlignmentReason } from "#shared/sync/alignment.ts";
import { alignInThread } from "#server/align/run/in-thread.ts";
import { AlignmentRefused, type AlignProgress } from "#server/align/run/task.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { alignmentAsked, cancelTopic } from "./alignment.ts";
import { type AlignmentRow, beginRun, endRun, noteProgress } from "./alignment-queries.ts";
import { prepareTask, toMaps } from "./alignment-task.ts";
import { keepMaps } from "./service.ts";
import { findTools, installedPrograms, type Programs } from "./tools.ts";

/** Puts a book's text and sound in step. A run that was broken off is done from its beginning. */
export const alignBooks = defineJob({
  ...alignmentAsked,
  isLong: true,
  run: (services, { bookId, run }, ending) => doAlignment(services, bookId, run, installedPrograms, ending),
});

/** Why it was ended from without. */
class Cancelled extends Error {}

/** Its process is ending: the queue gives it to another. */
class Interrupted extends Error {}

export async function doAlignment(
  services: Services,
  bookId: BookId,
  run: string,
  programs: Programs = installedPrograms,
  ending?: AbortSignal,
): Promise<void> {
  const begun = await beginRun(services.db, bookId, run, services.clock());
  if (!begun) return;
  const watch = watchRun(services, bookId, run, ending);
  try {
    await align(services, begun, programs, watch);
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (error instanceof Interrupted) throw error;
    const [state, reason, about] = endOf(error);
    if (state === "failed") services.log.error({ err: error, bookId }, "a book could not be aligned");
    await endRun(services.db, bookId, run, { state, reason, about, endedAt: services.clock() });
  } finally {
    watch.stop();
  }
}

async function align(
  services: Services,
  begun: AlignmentRow,
  programs: Programs,
  watch: ReturnType<typeof watchRun>,
): Promise<void> {
  const { bookId, run } = begun;
  const { missing } = await findTools(programs);
  if (missing.length > 0) throw new AlignmentRefused("missing-tools", missing.join(", "));
  const task = await prepareTask(services, begun, programs);
  const found = await alignInThread(task.task, watch.told, watch.signal);
  await services.db.transaction(async (db) => {
    const end = { state: "done", reason: null, about: "", endedAt: services.clock() } as const;
    if (await endRun(db, bookId, run, end)) await keepMaps(db, bookId, toMaps(found, task));
  });
}

function endOf(error: unknown): [state: "refused" | "failed", reason: AlignmentReason, about: string] {
  if (error instanceof AlignmentRefused) {
    const isOurs = error.reason === "lost-file";
    return [isOurs ? "failed" : "refused", error.reason, error.about];
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
  let latest: AlignProgress = { stage: "speaking", progress: 0, chaptersDone: 0 };
  const note = async () => {
    const isWanted = await noteProgress(services.db, bookId, run, { ...latest, seenAt: services.clock() });
    if (!isWanted) cancel();
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
    told: (progress: AlignProgress) => {
      latest = progress;
    },
    stop: () => {
      clearInterval(timer);
      stopListening();
      ending?.removeEventListener("abort", interrupt);
    },
  };
}
