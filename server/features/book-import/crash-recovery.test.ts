import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { writeSmallMp3 } from "#server/testing/books/small-audio.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { spawnScript } from "#server/testing/peers/spawned-server.ts";
import { startTestServices } from "#server/testing/test-services.ts";
import { checkStoredFiles, deleteOrphans } from "./delete-orphans.ts";
import { importFolder } from "./service.ts";

type Running = Awaited<ReturnType<typeof startTestServices>>;

const count = 24;
const killsAfter = [2, 5, 9, 16];
let folder: string;
let running: Running;
beforeAll(async () => {
  running = await startTestServices();
  folder = await mkdtemp(path.join(tmpdir(), "maktaba-killed-"));
  for (let n = 1; n <= count; n++) {
    const book = path.join(folder, `Book ${n}`);
    await mkdir(book);
    if (n % 2) await writeSmallEpub(path.join(book, "book.epub"), { title: `Book ${n}` });
    if (n % 3)
      for (const part of [1, 2])
        await writeSmallMp3(path.join(book, `0${part}.mp3`), `${n}.${part}`, `Book ${n}`);
    else if (n % 2 === 0) await writeSmallMp3(path.join(book, "all.mp3"), `Book ${n}`);
  }
});
afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

async function importUntil(killAfter: number): Promise<void> {
  const child = spawnScript("import-child-process", [
    running.databaseUrl,
    running.services.settings.dataDir,
    folder,
  ]);
  let output = "";
  child.stdout.on("data", (text: Buffer) => {
    output += text;
    if (output.trim().split("\n").length >= killAfter) child.kill("SIGKILL");
  });
  await once(child, "close");
}

async function expectOnlyWholeBooks({ db }: Running["services"]): Promise<number> {
  const all = await db.select().from(books);
  const [texts, audioCount, parts] = [
    new Set((await db.select().from(ebooks)).map(({ bookId }) => bookId)),
    new Set((await db.select().from(audioFiles)).map(({ bookId }) => bookId)),
    new Set((await db.select().from(chapters)).map(({ bookId }) => bookId)),
  ];
  for (const { id, hasEbook, hasAudiobook, author, searchVector } of all) {
    expect([texts.has(id), audioCount.has(id), parts.has(id)]).toEqual([
      hasEbook,
      hasAudiobook,
      hasAudiobook,
    ]);
    expect(hasEbook ? author : "Ann Author").toBe("Ann Author");
    expect(searchVector).not.toBe("");
  }
  return all.length;
}

describe("an import that is killed", () => {
  it("leaves complete books only, and continues when repeated", { timeout: 120_000 }, async () => {
    const { services } = running;
    const counts: number[] = [];

    for (const killAfter of killsAfter) {
      await importUntil(killAfter);
      counts.push(await expectOnlyWholeBooks(services));
      const { missing, altered } = await checkStoredFiles(services, { readsContent: true });
      expect([missing, altered]).toEqual([[], []]);
    }
    const summary = await importFolder(services, folder);

    expect(counts[0]).toBeGreaterThan(0);
    const known = counts.at(-1) ?? count;
    expect(known).toBeLessThan(count);
    expect(summary).toEqual({ found: count, added: count - known, known, rejected: 0 });
    expect(await expectOnlyWholeBooks(services)).toBe(count);
    await deleteOrphans({ ...services, clock: () => new Date(Date.now() + 2 * 3600_000) });
    expect(await checkStoredFiles(services, { readsContent: true })).toEqual({
      missing: [],
      altered: [],
      untracked: [],
    });
  });
});
