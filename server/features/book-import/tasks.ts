import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import type { BookTask, BookTaskName } from "#shared/books/tasks.ts";
import { saveCover } from "#server/features/books/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { findNames, finishTask, listTaskRecipients, setCover, startTask } from "./task-queries.ts";

export const createCover = defineJob({
  name: "book-import.cover",
  queue: "soon",
  payload: z.strictObject({ bookId: BookId }),
  ownSlots: 1,
  run: (services, { bookId }) =>
    runTask(services, bookId, "cover", async (storageKey) => {
      const names = await findNames(services.db, bookId);
      if (!names) return;
      const image = storageKey === null ? null : await buffer(await services.storage.read(storageKey));
      await setCover(services.db, bookId, await saveCover(services, bookId, image, names));
    }),
});

type CoverTask = (storageKey: string | null) => Promise<void>;

async function runTask(
  services: Services,
  bookId: BookId,
  name: BookTaskName,
  task: CoverTask,
): Promise<void> {
  const started = await startTask(services.db, bookId, name);
  if (!started) return;
  await notifyOfTask(services, bookId);
  try {
    await task(started.storageKey);
    await finishTask(services.db, bookId, name, { state: "done", reason: null });
    if (started.storageKey !== null) await services.storage.remove(started.storageKey);
  } catch (error) {
    await finishTask(services.db, bookId, name, { state: "failed", reason: getReason(error) });
    throw error;
  } finally {
    await notifyOfTask(services, bookId);
  }
}

async function notifyOfTask({ db, live }: Services, bookId: BookId): Promise<void> {
  const event = { topics: ["book-task" as const] };
  await live.publishAll((await listTaskRecipients(db, bookId)).map((userId) => ({ userId, event })));
}

function getReason(error: unknown): BookTask["reason"] {
  return (error as { code?: unknown } | null)?.code === "ENOENT" ? "lost-file" : "unexpected";
}
