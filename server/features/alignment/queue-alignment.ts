import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import type { JobEvent } from "#server/jobs/job-queue.ts";
import type { Services } from "#server/services.ts";
import { type AlignmentRow, findAlignment, upsertRun } from "./alignment-queries.ts";
import { listAudioChapters } from "./text-queries.ts";

export const requestAlignment = {
  name: "alignment.align",
  queue: "soon",
  payload: z.strictObject({ bookId: BookId, run: z.uuid() }),
} satisfies JobEvent;

export const cancelTopic = "alignment.cancel";

/** Requests a run over some or all chapters, merged with a queued or running one. */
export async function queueAlignment(
  services: Pick<Services, "db" | "jobs" | "clock" | "live">,
  bookId: BookId,
  requested: readonly number[] | null,
): Promise<void> {
  const run = randomUUID();
  const earlier = await findAlignment(services.db, bookId);
  const remaining = earlier && isActive(earlier) ? earlier.chapters : [];
  const chapters =
    requested && remaining ? [...new Set([...remaining, ...requested])].sort((a, b) => a - b) : null;
  const chapterCount = chapters?.length ?? (await listAudioChapters(services.db, bookId)).length;
  await services.db.transaction(async (db) => {
    await upsertRun(db, { bookId, run, chapters, chapterCount, requestedAt: services.clock() });
    await services.jobs.add(requestAlignment, { bookId, run }, { db, key: `alignment.align:${bookId}` });
  });
  await services.live.broadcast(cancelTopic, bookId);
}

const isActive = ({ state }: AlignmentRow) => state === "queued" || state === "running";
