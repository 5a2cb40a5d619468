import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { SessionId } from "#shared/reading-activity/session.ts";
import { readingSessions } from "#server/db/schema/reading/reading-activity.ts";
import { test } from "#server/testing/test.ts";
import { listReachSessions } from "./reach-queries.ts";

test("only the measured sessions of the reader and the book count as reach", async ({ app }) => {
  const [reader, neighbour] = [await app.make.user(), await app.make.user()];
  const [book, other] = [(await app.make.book()).id, (await app.make.book()).id];
  const receivedAt = new Date(Date.now() + 3_600_000);
  const add = (userId: UserId, bookId: BookId, toFraction: number, changes: object = {}) =>
    app.db.insert(readingSessions).values({
      id: SessionId.parse(randomUUID()),
      userId,
      bookId,
      title: "",
      kind: "reading",
      startedAt: new Date(receivedAt.getTime() - 600_000),
      endedAt: new Date(receivedAt.getTime() - 300_000),
      zone: "UTC",
      fromFraction: 0,
      toFraction,
      receivedAt,
      ...changes,
    });
  await add(reader.id, book, 0.1);
  await add(reader.id, book, 0.2, { isManual: true });
  await add(reader.id, book, 0.3, { deletedAt: receivedAt });
  await add(reader.id, other, 0.4);
  await add(neighbour.id, book, 0.5);
  await add(neighbour.id, book, 0.6, { isManual: true });

  const listReached = async (userId: UserId, bookIds: readonly BookId[]) =>
    (await listReachSessions(app.db, userId, bookIds)).map(({ to }) => to).sort();
  expect(await listReached(reader.id, [book])).toEqual([0.1]);
  expect(await listReached(reader.id, [book, other])).toEqual([0.1, 0.4]);
  expect(await listReached(neighbour.id, [book])).toEqual([0.5]);
});
