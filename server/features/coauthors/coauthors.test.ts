import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { booksContract } from "#shared/books/contract.ts";
import { coauthorsContract } from "#shared/publishing/coauthors.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { addRevision, getRevisedOwner } from "#server/features/publishing/service.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listCoauthors, saveCoauthor, removeCoauthor, listInvitations, answerInvitation } = coauthorsContract;
const { getPublishingBook, editBook, changeState, listOwnBooks, listRevisions, setRevisionNotes } =
  publishingContract;

async function setUp(app: TestApp) {
  const [owner, other, stranger] = [
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isAuthor: true }),
    await app.make.user({ isAuthor: true }),
  ];
  const book = await app.make.ebook({ wordCount: 1_000, pageCount: 4 });
  await app.db
    .update(books)
    .set({ ownerId: owner.id, state: "draft", title: "Shared work" })
    .where(eq(books.id, book.id));
  const params = { bookId: book.id };
  return {
    owner,
    other,
    stranger,
    params,
    ofOther: { ...params, username: other.username },
    byOwner: app.as(owner),
    asOther: app.as(other),
    asStranger: app.as(stranger),
  };
}

describe("co-authors", () => {
  test("see nothing before they accept, and edit the draft after", async ({ app }) => {
    const { params, ofOther, other, byOwner, asOther } = await setUp(app);
    await byOwner(saveCoauthor, { params: ofOther, body: { canEdit: true } });
    await expect(asOther(getPublishingBook, { params })).rejects.toMatchObject({ status: 404 });
    expect(await asOther(listInvitations, {})).toMatchObject({
      invitations: [{ bookId: params.bookId, title: "Shared work", canEdit: true }],
    });

    await asOther(answerInvitation, { params, body: { accepts: true } });
    const { version, canEdit, actions } = await asOther(getPublishingBook, { params });
    expect({ canEdit, actions }).toEqual({ canEdit: true, actions: [] });
    const edited = await asOther(editBook, { params, body: { version, changes: { subtitle: "By two" } } });
    expect(edited.fields.subtitle).toBe("By two");
    expect((await asOther(booksContract.getBook, { params })).title).toBe("Shared work");
    expect((await asOther(listOwnBooks, { query: {} })).books).toMatchObject([
      { id: params.bookId, isCoauthored: true },
    ]);
    expect(await byOwner(listCoauthors, { params })).toMatchObject({
      coauthors: [{ username: other.username, canEdit: true, acceptedAt: expect.any(Date) }],
    });
  });

  test("with view access cannot edit, and only the author submits and invites", async ({ app }) => {
    const { params, ofOther, stranger, byOwner, asOther } = await setUp(app);
    await byOwner(saveCoauthor, { params: ofOther, body: { canEdit: false } });
    await asOther(answerInvitation, { params, body: { accepts: true } });
    const { version, canEdit } = await asOther(getPublishingBook, { params });
    expect(canEdit).toBe(false);
    const forbidden = { status: 403 };
    const edit = { params, body: { version, changes: { subtitle: "No" } } };
    await expect(asOther(editBook, edit)).rejects.toMatchObject(forbidden);

    await byOwner(saveCoauthor, { params: ofOther, body: { canEdit: true } });
    await asOther(editBook, edit);
    const submit = { params, body: { version: version + 1, action: "submit" as const } };
    await expect(asOther(changeState, submit)).rejects.toMatchObject(forbidden);
    const invite = { params: { ...params, username: stranger.username }, body: { canEdit: true } };
    await expect(asOther(saveCoauthor, invite)).rejects.toMatchObject(forbidden);
  });

  test("share the revisions of the book", async ({ app }) => {
    const { params, ofOther, owner, other, byOwner, asOther, asStranger } = await setUp(app);
    await byOwner(saveCoauthor, { params: ofOther, body: { canEdit: true } });
    await asOther(answerInvitation, { params, body: { accepts: true } });
    await app.db.update(books).set({ state: "published" }).where(eq(books.id, params.bookId));
    const editor = { ...other, coauthoredBooks: [{ bookId: params.bookId, canEdit: true }] };
    expect(await getRevisedOwner(app.services, editor, params.bookId)).toBe(owner.id);
    await asOther(getPublishingBook, { params });

    const revision = await app.make.ebook({ wordCount: 1_100, pageCount: 4 });
    const ofOwner = { ownerId: owner.id, state: "draft" as const, revisionOf: params.bookId };
    await app.db.update(books).set(ofOwner).where(eq(books.id, revision.id));
    const opened = { params: { bookId: revision.id } };
    await addRevision(app.services, revision.id, params.bookId);

    expect(await asOther(listRevisions, { params })).toMatchObject({ revisions: [{ bookId: revision.id }] });
    const notes = { ...opened, body: { notes: "A page more" } };
    expect(await asOther(setRevisionNotes, notes)).toMatchObject({ canEdit: true, actions: [] });
    await expect(asStranger(getPublishingBook, opened)).rejects.toMatchObject({ status: 404 });

    await byOwner(saveCoauthor, { params: ofOther, body: { canEdit: false } });
    await expect(asOther(setRevisionNotes, notes)).rejects.toMatchObject({ status: 403 });
    await asOther(removeCoauthor, { params: ofOther });
    await expect(asOther(getPublishingBook, opened)).rejects.toMatchObject({ status: 404 });
  });

  test("lose the book when they leave, decline or are removed", async ({ app }) => {
    const { params, ofOther, byOwner, asOther, asStranger } = await setUp(app);
    const invite = () => byOwner(saveCoauthor, { params: ofOther, body: { canEdit: true } });
    await invite();
    await asOther(answerInvitation, { params, body: { accepts: false } });
    const again = { params, body: { accepts: true } };
    await expect(asOther(answerInvitation, again)).rejects.toMatchObject({ status: 404 });

    await invite();
    await asOther(answerInvitation, again);
    await expect(asStranger(removeCoauthor, { params: ofOther })).rejects.toMatchObject({ status: 404 });
    await asOther(removeCoauthor, { params: ofOther });
    await expect(asOther(getPublishingBook, { params })).rejects.toMatchObject({ status: 404 });

    await invite();
    await asOther(answerInvitation, again);
    await byOwner(removeCoauthor, { params: ofOther });
    await expect(asOther(getPublishingBook, { params })).rejects.toMatchObject({ status: 404 });
    expect((await asOther(listOwnBooks, { query: {} })).books).toEqual([]);
  });

  test("are authors, not readers or the author of the book", async ({ app }) => {
    const { params, owner, byOwner } = await setUp(app);
    const reader = await app.make.user();
    for (const username of [reader.username, owner.username, "nobody-of-this-name"]) {
      const invite = byOwner(saveCoauthor, { params: { ...params, username }, body: { canEdit: true } });
      await expect(invite).rejects.toMatchObject({ status: 400 });
    }
  });
});
