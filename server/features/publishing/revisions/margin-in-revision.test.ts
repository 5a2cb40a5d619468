import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { communityContract } from "#shared/community/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { MarkId } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { put, setUp } from "#server/testing/books/revised-book.ts";
import { test } from "#server/testing/test.ts";

test("a shared mark is where its passage is after a revision, for those who have read as far", async ({
  app,
}) => {
  const shared = "<p>The lamp of the well burns brightly tonight.</p>";
  const others = Array.from({ length: 9 }, (_, n) => `<p>Another sentence of the book, number ${n}.</p>`);
  const { author, reader, bookId, ebook, publish } = await setUp(app, {
    chapters: [[shared, ...others].join("")],
  });
  const body = { name: `Margin ${randomUUID()}`, about: "", visibility: "public" as const };
  const { id: communityId } = await app.as(author)(communityContract.createCommunity, { body });
  await app.as(author)(communityContract.saveScheduledBook, {
    params: { communityId, bookId },
    body: { startsOn: "2026-01-01" as never, isCurrent: true },
  });
  await app.as(reader)(communityContract.joinCommunity, { params: { communityId }, body: {} });
  const sentence = SentenceId.parse("s0-0");
  const exact = "The lamp of the well burns brightly tonight.";
  const markId = MarkId.parse(randomUUID());
  const anchor = {
    start: { sentence, offset: 0 },
    end: { sentence, offset: exact.replaceAll(" ", "").length },
    quote: { exact, prefix: "", suffix: "" },
    fraction: 0,
    version: (await ebook()).version,
  };
  const at = app.services.clock().toISOString();
  const change = { id: randomUUID(), markId, bookId, at, anchor, style: "yellow" };
  await app.as(author)(marksContract.saveMarks, { body: { changes: [change] } });
  await app.as(author)(marginContract.shareMark, { params: { markId, communityId } });
  const list = () => app.as(reader)(marginContract.listMargin, { params: { bookId }, query: {} });
  const read = (textReach: number) =>
    app.db
      .insert(bookReach)
      .values({ userId: reader.id, bookId, textReach, updatedAt: app.services.clock() })
      .onConflictDoUpdate({ target: [bookReach.userId, bookReach.bookId], set: { textReach } });
  await read(0.3);
  expect((await list()).marks).toHaveLength(1);

  await publish(await put(app, author, { chapters: [[...others, shared].join("")] }, bookId));
  expect(await list()).toMatchObject({ marks: [], communities: [{ aheadCount: 1 }] });
  await read(1);
  expect((await list()).marks).toMatchObject([
    { anchor: { start: { sentence: "s0-10" }, quote: { exact } } },
  ]);
});
