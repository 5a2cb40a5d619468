import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { and, eq, ne } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { aiNarrationContract } from "#shared/ai-narration/contract.ts";
import type { CallError } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { narrationParts, narrations } from "#server/db/schema/books/ai-narration.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles } from "#server/db/schema/books/formats.ts";
import { insertAudio, listStoredFiles } from "#server/features/book-import/queries.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { importDemoBook } from "#server/testing/books/import-sample.ts";
import { canNarrate } from "#server/testing/books/narrate-epub.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import type { Narrator, Speech } from "#server/tts/narrator.ts";
import { runNarrationJob } from "./jobs.ts";

const verse = "الحمد لله رب العالمين";
const chapters = [
  `<h1>One</h1><p>First here. Then this.<sup><a epub:type="noteref">1</a></sup></p><p>He said: ${verse}.</p><p>${verse}</p><p>Last.</p>`,
  '<h1>Two</h1><p lang="xx-none">Another one.</p>',
];

const rate = 16_000;

function createToneNarrator(): Narrator & { readonly spoken: string[] } {
  const spoken: string[] = [];
  return {
    name: "Tones",
    identity: "tones",
    spoken,
    findMissingProgram: async () => null,
    supports: async (language) => /^(?:en|ar)/.test(language),
    speak: async (words): Promise<Speech> => {
      spoken.push(words);
      const samples = Int16Array.from({ length: rate / 5 }, (_, at) =>
        Math.round(12_000 * Math.sin((2 * Math.PI * 440 * at) / rate + Math.PI / 3)),
      );
      return { rate, samples };
    },
  };
}

async function makeBook(app: TestApp, input: { readonly ownerId?: User["id"] } = {}): Promise<BookId> {
  return createEpubBook(app, { ownerId: null, ...input }, { chapters });
}

async function start(app: TestApp, user: User, bookId: BookId): Promise<string> {
  await app.as(user)(aiNarrationContract.startNarration, { params: { bookId } });
  return expectOneRow(await app.db.select().from(narrations).where(eq(narrations.bookId, bookId))).run;
}

const getRow = async (app: TestApp, bookId: BookId) =>
  expectOneRow(await app.db.select().from(narrations).where(eq(narrations.bookId, bookId)));

const getStatus = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (error: CallError) => error.status,
  );

/** Seconds at which audio follows silence. */
function findOnsets(file: string): number[] {
  const raw = execFileSync(
    "ffmpeg",
    ["-v", "error", "-i", file, "-f", "s16le", "-ac", "1", "-ar", String(rate), "-"],
    {
      maxBuffer: 1e8,
    },
  );
  const found: number[] = [];
  let quiet = rate;
  for (let at = 0; at < raw.length / 2; at++) {
    const isLoud = Math.abs(raw.readInt16LE(at * 2)) > 2_500;
    if (isLoud && quiet > rate / 20) found.push(at / rate);
    quiet = isLoud ? 0 : quiet + 1;
  }
  return found;
}

describe.skipIf(!canNarrate)("an AI narration", () => {
  test("has the chapters of the book and exact sentence times", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    const narrator = createToneNarrator();

    await runNarrationJob(app.services, bookId, await start(app, employee, bookId), { narrator });

    expect(await getRow(app, bookId)).toMatchObject({ state: "done", progress: 1, chaptersDone: 2 });
    expect(new Set(narrator.spoken)).toEqual(
      new Set(["One", "First here.", "Then this.", "He said:", "Last.", "Two", "Another one."]),
    );
    const playlist = await app.as(employee)(playerContract.getPlaylist, { params: { bookId } });
    expect(playlist).toMatchObject({ hasAiVoice: true });
    expect(playlist.chapters.map(({ title }) => title)).toEqual(["Chapter 0", "Chapter 1"]);
    const map = await app.as(employee)(readerContract.getSyncMap, { params: { bookId } });
    const [first = []] = map.chapters.map(({ sentences }) => sentences);
    expect(first.map(([id]) => id)).toEqual(["s0-0", "s0-1", "s0-2", "s0-3", "s0-4", "s0-5"]);
    const [, verseStart = 0, verseEnd = 0] = first[4] ?? [];
    expect(verseEnd - verseStart).toBeGreaterThanOrEqual(2 - 0.001);
    const file = expectOneRow(
      (await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId))).filter(
        ({ position }) => position === 1,
      ),
    );
    const result = findOnsets(app.services.storageDrivers.disk.localPath(file.storageKey));
    const starts = first.filter(([id]) => id !== "s0-4").map(([, at]) => at);
    expect(result).toHaveLength(starts.length);
    const deviations = result.map((at, index) => Math.abs(at - (starts[index] ?? Number.NaN)));
    expect(Math.max(...deviations)).toBeLessThan(0.012);
  });

  test("is labelled as AI everywhere, and not listed as an audiobook", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    await runNarrationJob(app.services, bookId, await start(app, employee, bookId), {
      narrator: createToneNarrator(),
    });

    const detail = await app.as(null)(booksContract.getBook, { params: { bookId } });
    expect(detail).toMatchObject({ hasAudiobook: true, hasAiVoice: true, hasSyncMap: true, chapterCount: 2 });
    const { books: listed } = await app.as(null)(booksContract.listBooks, { query: { format: "audiobook" } });
    expect(listed.map(({ id }) => id)).not.toContain(bookId);

    const download = await app.fetch(`/api/books/${bookId}/read-along.epub`, { as: employee });
    const folder = mkdtempSync(path.join(tmpdir(), "maktaba-taken-"));
    writeFileSync(path.join(folder, "taken.epub"), Buffer.from(await download.arrayBuffer()));
    const summary = await importFolder(app.services, folder);
    rmSync(folder, { recursive: true });
    expect(summary).toMatchObject({ added: 1, rejected: 0 });
    const [again] = await app.db
      .select()
      .from(books)
      .where(and(ne(books.id, bookId), eq(books.hasAudiobook, true)));
    expect(again).toMatchObject({ hasAiVoice: true, hasSyncMap: true });
  });

  test("continues with the interrupted chapter, and shows nothing partial", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    const run = await start(app, employee, bookId);
    const workingNarrator = createToneNarrator();
    const abortController = new AbortController();
    const failingNarrator: Narrator = {
      ...workingNarrator,
      speak: async (words, language, cancelled) => {
        if (words === "Another one.") abortController.abort();
        cancelled.throwIfAborted();
        return workingNarrator.speak(words, language, cancelled);
      },
    };
    await expect(
      runNarrationJob(app.services, bookId, run, { narrator: failingNarrator }, abortController.signal),
    ).rejects.toThrow("the process is shutting down");
    expect((await getRow(app, bookId)).state).toBe("running");
    const detail = await app.as(employee)(booksContract.getBook, { params: { bookId } });
    expect(detail).toMatchObject({ hasAudiobook: false, chapterCount: 0 });
    const [part] = await app.db.select().from(narrationParts).where(eq(narrationParts.bookId, bookId));
    expect((await listStoredFiles(app.db)).map(({ key }) => key)).toContain(part?.storageKey);

    const again = createToneNarrator();
    await runNarrationJob(app.services, bookId, run, { narrator: again });

    expect((await getRow(app, bookId)).state).toBe("done");
    expect(new Set(again.spoken)).toEqual(new Set(["Two", "Another one."]));
  });

  test("ends at once when cancelled", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    const run = await start(app, employee, bookId);
    const narrator: Narrator = {
      ...createToneNarrator(),
      speak: async (_words, _language, cancelled) => {
        await app.as(employee)(aiNarrationContract.cancelNarration, { params: { bookId } });
        cancelled.throwIfAborted();
        return new Promise((_, reject) =>
          cancelled.addEventListener("abort", () => reject(cancelled.reason), { once: true }),
        );
      },
    };
    await runNarrationJob(app.services, bookId, run, { narrator });
    expect((await getRow(app, bookId)).state).toBe("cancelled");
    expect(await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId))).toEqual([]);
  });

  test("is replaced by a human recording", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    await runNarrationJob(app.services, bookId, await start(app, employee, bookId), {
      narrator: createToneNarrator(),
    });
    const [spoken] = await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId));
    const { id: _id, ...file } = expectOneRow(spoken ? [spoken] : []);

    const id = randomUUID();
    await insertAudio(app.db, bookId, [{ ...file, id, fileName: "human.m4b" }], []);

    const files = await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId));
    expect(files.map(({ fileName }) => fileName)).toEqual(["human.m4b"]);
    const [book] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect(book).toMatchObject({ hasAiVoice: false, hasSyncMap: false });
  });

  test("is spoken by espeak-ng", { timeout: 60_000 }, async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    await runNarrationJob(app.services, bookId, await start(app, employee, bookId));
    expect(await getRow(app, bookId)).toMatchObject({ state: "done", reason: null });
    const { chapters: result } = await app.as(employee)(readerContract.getSyncMap, { params: { bookId } });
    expect(result.map(({ level }) => level)).toEqual(["sentence", "sentence"]);
    const [, start0 = 0, end0 = 0] = result[0]?.sentences[1] ?? [];
    expect(end0 - start0).toBeGreaterThan(0.3);
  });

  test("names missing programs", async ({ app }) => {
    const bookId = await makeBook(app);
    const employee = await app.make.user({ isEmployee: true });
    const run = await start(app, employee, bookId);
    await runNarrationJob(app.services, bookId, run, {
      narrator: createToneNarrator(),
      ffmpeg: "no-such-ffmpeg",
    });
    expect(await getRow(app, bookId)).toMatchObject({
      state: "refused",
      reason: "missing-tools",
      about: "ffmpeg",
    });
  });

  test("is refused for a book of Qur'an text only", async ({ app }) => {
    const bookId = await createEpubBook(
      app,
      { ownerId: null },
      {
        chapters: [`<h1>سورة</h1><p>${verse}</p><p>${verse}</p>`],
      },
    );
    const employee = await app.make.user({ isEmployee: true });
    await runNarrationJob(app.services, bookId, await start(app, employee, bookId), {
      narrator: createToneNarrator(),
    });
    expect(await getRow(app, bookId)).toMatchObject({ state: "refused", reason: "only-quran" });
  });
});

describe("an imported recording by a synthetic voice", () => {
  test("is labelled everywhere, counts as an audiobook, and needs no narration consent", async ({ app }) => {
    const bookId = await importDemoBook(app.services, "letters-from-the-road");
    const employee = await app.make.user({ isEmployee: true });
    const params = { bookId };
    const getBook = () => app.as(employee)(booksContract.getBook, { params });

    expect(await getBook()).toMatchObject({ hasAudiobook: true, hasAiVoice: true, isNarrated: false });
    expect(await app.as(null)(playerContract.getPlaylist, { params })).toMatchObject({ hasAiVoice: true });
    const { books: listed } = await app.as(null)(booksContract.listBooks, { query: { format: "audiobook" } });
    expect(listed).toContainEqual(expect.objectContaining({ id: bookId, hasAiVoice: true }));
    expect(await getStatus(app.as(employee)(aiNarrationContract.startNarration, { params }))).toBe(409);
    await app.as(employee)(aiNarrationContract.saveNarrationConsent, { params, body: { allows: false } });
    expect(await getBook()).toMatchObject({ hasAudiobook: true, hasAiVoice: true, hasSyncMap: true });
  });
});

test("scripture is not narrated", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  const bookId = await createEpubBook(app, { ownerId: null, kind: "scripture" }, { chapters });
  const rejection = { status: 403, problem: { reason: { code: "scripture_not_narrated" } } };
  const params = { bookId };
  await expect(app.as(employee)(aiNarrationContract.startNarration, { params })).rejects.toMatchObject(
    rejection,
  );
  await expect(
    app.as(employee)(aiNarrationContract.saveNarrationConsent, { params, body: { allows: true } }),
  ).rejects.toMatchObject(rejection);
});

describe("the author's consent", () => {
  test("decides on AI narration, for employees too", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const employee = await app.make.user({ isEmployee: true });
    const reader = await app.make.user();
    const bookId = await makeBook(app, { ownerId: author.id });
    const params = { bookId };
    const getStartStatus = (user: User | null) =>
      getStatus(app.as(user)(aiNarrationContract.startNarration, { params }));
    const putConsent = (user: User, allows: boolean | null) =>
      getStatus(app.as(user)(aiNarrationContract.saveNarrationConsent, { params, body: { allows } }));

    expect(await getStartStatus(null)).toBe(401);
    expect(await getStartStatus(reader)).toBe(403);
    expect(await getStartStatus(author)).toBe(403);
    expect(await putConsent(reader, true)).toBe(403);
    expect(await putConsent(employee, true)).toBe(403);
    expect(await putConsent(author, true)).toBe(200);
    expect(await getStartStatus(employee)).toBe(200);
    expect(await putConsent(author, null)).toBe(200);
    expect(await getStartStatus(employee)).toBe(403);
    await app.as(author)(aiNarrationContract.saveDefaultNarrationConsent, { body: { allows: true } });
    expect(await getStartStatus(author)).toBe(200);
    const state = await app.as(author)(aiNarrationContract.getNarration, { params });
    expect(state.consent).toEqual({
      thisBook: null,
      allBooks: true,
      isAllowed: true,
      hasAuthor: true,
      canDecide: true,
    });
  });

  test("stays after the account was deleted", async ({ app }) => {
    const [allowing, denying, undecided] = [
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
      await app.make.user({ isAuthor: true }),
    ];
    const employee = await app.make.user({ isEmployee: true });
    const putAllConsents = (author: User, allows: boolean) =>
      app.as(author)(aiNarrationContract.saveDefaultNarrationConsent, { body: { allows } });
    const putConsentFor = (user: User, bookId: BookId, allows: boolean | null) =>
      app.as(user)(aiNarrationContract.saveNarrationConsent, { params: { bookId }, body: { allows } });
    const [allowedBook, exceptedBook, deniedBook, undecidedBook] = [
      await makeBook(app, { ownerId: allowing.id }),
      await makeBook(app, { ownerId: allowing.id }),
      await makeBook(app, { ownerId: denying.id }),
      await makeBook(app, { ownerId: undecided.id }),
    ];
    await putAllConsents(allowing, true);
    await putConsentFor(allowing, exceptedBook, false);
    await putAllConsents(denying, false);

    for (const { id } of [allowing, denying, undecided]) await app.db.delete(users).where(eq(users.id, id));

    const getConsent = async (bookId: BookId) =>
      (await app.as(employee)(aiNarrationContract.getNarration, { params: { bookId } })).consent;
    const allowed = [];
    for (const bookId of [allowedBook, exceptedBook, deniedBook, undecidedBook])
      allowed.push((await getConsent(bookId)).isAllowed);
    expect(allowed).toEqual([true, false, false, false]);
    expect(await getConsent(deniedBook)).toMatchObject({ hasAuthor: true, canDecide: false });
    for (const allows of [true, null])
      expect(await getStatus(putConsentFor(employee, deniedBook, allows))).toBe(403);
    const params = { bookId: undecidedBook };
    expect(await getStatus(app.as(employee)(aiNarrationContract.startNarration, { params }))).toBe(403);
  });

  test.skipIf(!canNarrate)("removes the narration when it is withdrawn", async ({ app }) => {
    const author = await app.make.user({ isAuthor: true });
    const bookId = await makeBook(app, { ownerId: author.id });
    await app.as(author)(aiNarrationContract.saveDefaultNarrationConsent, { body: { allows: true } });
    await runNarrationJob(app.services, bookId, await start(app, author, bookId), {
      narrator: createToneNarrator(),
    });

    await app.as(author)(aiNarrationContract.saveDefaultNarrationConsent, { body: { allows: false } });

    const [book] = await app.db.select().from(books).where(eq(books.id, bookId));
    expect(book).toMatchObject({ hasAudiobook: false, hasAiVoice: false, hasSyncMap: false, duration: null });
    expect(await app.db.select().from(audioFiles).where(eq(audioFiles.bookId, bookId))).toEqual([]);
    const state = await app.as(author)(aiNarrationContract.getNarration, { params: { bookId } });
    expect(state).toMatchObject({ narration: null, isNarrated: false });
  });
});
