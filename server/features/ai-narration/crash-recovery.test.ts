import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { asc, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { BookId } from "#shared/books/book.ts";
import type { OpenDatabase } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { narrationParts, narrations } from "#server/db/schema/books/ai-narration.ts";
import { syncMaps } from "#server/db/schema/books/alignment.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { checkStoredFiles, deleteOrphans } from "#server/features/book-import/delete-orphans.ts";
import { openQueue } from "#server/jobs/queue.ts";
import { startWorker, type Worker } from "#server/jobs/worker.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { canNarrate } from "#server/testing/books/narrate-epub.ts";
import { createFactories } from "#server/testing/factories.ts";
import { spawnScript } from "#server/testing/peers/spawned-server.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { narrateBooks } from "./jobs.ts";
import { upsertRun } from "./queries.ts";
import { requestNarration } from "./service.ts";

const longChapter = 30;
const chapters = [3, longChapter, 3].map(
  (count, index) => `<h1>Part ${index + 1}</h1><p>${"The well was deep. ".repeat(count)}</p>`,
);

let running: Awaited<ReturnType<typeof startTestServices>>;
let narrationProcess: ChildProcess | undefined;
let worker: Worker | undefined;

beforeEach(async () => {
  running = await startTestServices();
});
afterEach(async () => {
  narrationProcess?.kill("SIGKILL");
  await worker?.stop();
  await running.stop();
});

async function enqueueNarration(bookId: BookId): Promise<void> {
  const { db, clock } = running.services;
  const run = randomUUID();
  await upsertRun(db, { bookId, run, requestedAt: clock() });
  const jobs = await openQueue(db as OpenDatabase, running.databaseUrl);
  await jobs.add(requestNarration, { bookId, run });
}

/** Narrates in a child process, which is killed after the first chapter. */
async function narrateUntilKilled(bookId: BookId): Promise<void> {
  const { dataDir } = running.services.settings;
  narrationProcess = spawnScript("narrate-child-process", [running.databaseUrl, dataDir]);
  const ended = once(narrationProcess, "close");
  await expect.poll(() => getParts(bookId), { timeout: 60_000, interval: 20 }).toHaveLength(1);
  narrationProcess.kill("SIGKILL");
  await ended;
}

const getParts = (bookId: BookId) =>
  running.services.db.select().from(narrationParts).where(eq(narrationParts.bookId, bookId));
const listAudioRows = (bookId: BookId) =>
  running.services.db
    .select()
    .from(audioFiles)
    .where(eq(audioFiles.bookId, bookId))
    .orderBy(asc(audioFiles.position));
const getState = async (bookId: BookId) =>
  expectOneRow(await running.services.db.select().from(narrations).where(eq(narrations.bookId, bookId)))
    .state;

describe.skipIf(!canNarrate)("a narration whose worker is killed", () => {
  test("leaves no partial book and is continued by another worker", { timeout: 150_000 }, async () => {
    const { services } = running;
    const fixture = { services, db: services.db as OpenDatabase, make: createFactories(services) };
    const bookId = await createEpubBook(fixture, { ownerId: null }, { chapters });
    await enqueueNarration(bookId);

    await narrateUntilKilled(bookId);

    const [stored] = await getParts(bookId);
    expect(await getState(bookId)).toBe("running");
    expect(await listAudioRows(bookId)).toEqual([]);
    const getBookRow = async () =>
      expectOneRow(await services.db.select().from(books).where(eq(books.id, bookId)));
    expect(await getBookRow()).toMatchObject({ hasAudiobook: false, hasAiVoice: false, hasSyncMap: false });

    const options = { checkIntervalMs: 50 };
    worker = await startWorker(services, running.databaseUrl, [narrateBooks], options);
    await expect.poll(() => getState(bookId), { timeout: 60_000 }).toBe("done");

    expect(await getBookRow()).toMatchObject({ hasAudiobook: true, hasAiVoice: true, hasSyncMap: true });
    const audio = await listAudioRows(bookId);
    expect(audio).toHaveLength(3);
    expect(audio[0]?.storageKey).toBe(stored?.storageKey);
    const maps = await services.db.select().from(syncMaps).where(eq(syncMaps.bookId, bookId));
    expect(maps.flatMap(({ sentences }) => sentences)).toHaveLength(3 + longChapter + 3 + 3);
    expect(await getParts(bookId)).toEqual([]);
    await deleteOrphans({ ...services, clock: () => new Date(Date.now() + 2 * 3600_000) });
    expect(await checkStoredFiles(services, { readsContent: true })).toEqual({
      missing: [],
      altered: [],
      untracked: [],
    });
  });
});
