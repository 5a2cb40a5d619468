import { randomUUID } from "node:crypto";
import { type User, UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { memberships, users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import type { Services } from "#server/services.ts";

type BookRow = typeof books.$inferSelect;

let serial = 0;

/** Creates rows with defaults for every required field. */
export function createFactories({ db }: Pick<Services, "db">) {
  async function user(input: Partial<User> = {}): Promise<User> {
    const n = ++serial;
    const { isSupporter = false, emailVerified = true, coauthoredBooks: _coauthoredBooks, ...rest } = input;
    const row = expectOneRow(
      await db
        .insert(users)
        .values({
          firstName: `Reader ${n}`,
          lastName: "Test",
          username: `reader${n}-${randomUUID().slice(0, 8)}`,
          email: `reader${n}-${randomUUID().slice(0, 8)}@example.org`,
          createdAt: new Date("2020-01-01T00:00:00Z"),
          emailVerifiedAt: emailVerified ? new Date("2026-01-01T00:00:00Z") : null,
          ...rest,
        })
        .returning(),
    );
    if (isSupporter) {
      await db
        .insert(memberships)
        .values({ userId: row.id, plan: "supporter", validUntil: new Date("2099-01-01") });
    }
    return {
      id: row.id,
      firstName: row.firstName,
      lastName: row.lastName,
      username: row.username,
      email: row.email,
      emailVerified,
      profileImageUrl: row.profileImageUrl,
      bio: row.bio,
      isAuthor: row.isAuthor,
      isEmployee: row.isEmployee,
      isAdmin: row.isAdmin,
      isSupporter,
      coauthoredBooks: [],
    };
  }

  async function book(input: Partial<BookRow> = {}): Promise<BookRow> {
    const n = ++serial;
    const row = { title: `Book ${n}`, author: `Author ${n}`, state: "published" as const, ...input };
    return expectOneRow(await db.insert(books).values(row).returning());
  }

  /** Rows without a stored EPUB. */
  async function ebook({
    wordCount,
    pageCount,
    ...row
  }: Partial<BookRow> & { readonly wordCount: number; readonly pageCount: number }): Promise<BookRow> {
    const created = await book({ hasEbook: true, ...row });
    await db.insert(ebooks).values({
      bookId: created.id,
      storageKey: `test/${randomUUID()}`,
      bytes: 1,
      sha256: "0".repeat(64),
      packagePath: "book.opf",
      entries: [],
      spine: [],
      toc: [],
      sample: { spineIndex: 0, paragraphs: 0, sentences: 0, resources: [] },
      wordCount,
      pageCount,
    });
    return created;
  }

  /** Rows without stored audio: one file per chapter, 60 s each. */
  async function audiobook({
    chapters: count,
    ...rest
  }: Partial<BookRow> & { readonly chapters: number }): Promise<BookRow> {
    const created = await book({ hasAudiobook: true, duration: count * 60, ...rest });
    for (let n = 1; n <= count; n++) {
      const file = expectOneRow(
        await db
          .insert(audioFiles)
          .values({
            bookId: created.id,
            position: n,
            storageKey: `test/${randomUUID()}`,
            bytes: 1000,
            sha256: "0".repeat(64),
            mediaType: "audio/mpeg",
            duration: 60,
          })
          .returning(),
      );
      await db.insert(chapters).values({
        bookId: created.id,
        chapterNumber: n,
        title: `Chapter ${n}`,
        audioFileId: file.id,
        start: 0,
        end: 60,
        inSample: n === 1,
      });
    }
    return created;
  }

  return { user, book, ebook, audiobook };
}

/** Ids without a row. */
export const unknownId = UserId.parse("00000000-0000-4000-8000-000000000000");
export const noBook = BookId.parse("00000000-0000-4000-8000-000000000000");
