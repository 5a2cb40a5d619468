import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Locator } from "#shared/positions/position.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { BookAction } from "#shared/publishing/publishing-book.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { importUploadedFiles } from "#server/features/book-import/service.ts";
import { addRevision } from "#server/features/publishing/service.ts";
import { writeSmallMp3 } from "#server/testing/books/small-audio.ts";
import { createEpubBytes } from "#server/testing/books/small-epub.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getPublishingBook, changeState } = publishingContract;

interface Files {
  readonly chapters?: readonly string[];
  readonly audio?: readonly string[];
}

/** Imports a book of an author, or a revision of one. */
export async function put(app: TestApp, owner: User, files: Files, revisionOf: BookId | null = null) {
  const folder = await mkdtemp(path.join(tmpdir(), "maktaba-revision-"));
  try {
    const { chapters, audio = [] } = files;
    if (chapters)
      await writeFile(
        path.join(folder, "book.epub"),
        await createEpubBytes({ title: randomUUID(), chapters }),
      );
    for (const [index, name] of audio.entries())
      await writeSmallMp3(path.join(folder, `0${index}.mp3`), name);
    const { bookId } = await importUploadedFiles(app.services, folder, owner.id, {
      title: "Book",
      revisionOf,
    });
    if (revisionOf) await addRevision(app.services, bookId, revisionOf);
    return bookId;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function performAction(
  app: TestApp,
  user: User,
  bookId: BookId,
  action: BookAction,
  reason?: string,
) {
  const { version } = await app.as(user)(getPublishingBook, { params: { bookId } });
  const body = { version, action, ...(reason && { reason }) };
  return app.as(user)(changeState, { params: { bookId }, body });
}

/** A published book with what its people do. */
export async function setUp(app: TestApp, files: Files) {
  const [author, employee, reader] = [
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isEmployee: true }),
    await app.make.user(),
  ];
  const bookId = await put(app, author, files);
  await app.db.update(books).set({ state: "published" }).where(eq(books.id, bookId));
  const getTestEbook = () => app.as(reader)(readerContract.getEbook, { params: { bookId } });
  const getTestPosition = () => app.as(reader)(positionsContract.getPosition, { params: { bookId } });
  const save = async (locator: Locator, version?: string) => {
    const at = new Date();
    const event = { id: randomUUID(), bookId, locator, at, device: "Test", isDeliberate: true, version };
    const { accepted } = await app.as(reader)(positionsContract.savePositions, { body: { events: [event] } });
    expect(accepted).toHaveLength(1);
  };
  const publish = async (revision: BookId) => {
    await performAction(app, author, revision, "submit");
    await performAction(app, employee, revision, "publish");
  };
  return { author, employee, reader, bookId, ebook: getTestEbook, position: getTestPosition, save, publish };
}
