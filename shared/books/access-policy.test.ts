import { describe, expect, it } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { type BookAccessFields, getAccessTo, isCoauthor, isOwnRecord, type Viewer } from "./access-policy.ts";
import { BookId } from "./book.ts";
import { previewViewers } from "./preview.ts";

const ownerId = UserId.parse("00000000-0000-4000-8000-000000000001");
const otherId = UserId.parse("00000000-0000-4000-8000-000000000002");
const plain = { id: otherId, isSupporter: false, isEmployee: false, isAdmin: false, coauthoredBooks: [] };

const viewers = {
  guest: null,
  reader: plain,
  supporter: { ...plain, isSupporter: true },
  owner: { ...plain, id: ownerId },
  employee: { ...plain, isEmployee: true },
  admin: { ...plain, isAdmin: true },
} satisfies Record<string, Viewer>;

const bookId = BookId.parse("00000000-0000-4000-8000-00000000000b");

const free: BookAccessFields = {
  id: bookId,
  state: "published",
  isFree: true,
  isDemo: false,
  allowsDownload: true,
  ownerId,
  hasEbook: true,
  hasAudiobook: true,
};

const books = {
  free,
  "free, kept from download": { ...free, allowsDownload: false },
  demonstration: { ...free, isDemo: true },
  "demonstration, premium": { ...free, isDemo: true, isFree: false },
  "demonstration, hidden": { ...free, isDemo: true, state: "hidden" },
  premium: { ...free, isFree: false },
  "premium, kept from download": { ...free, isFree: false, allowsDownload: false },
  draft: { ...free, state: "draft" },
  "in review": { ...free, state: "in-review" },
  rejected: { ...free, state: "rejected" },
  hidden: { ...free, state: "hidden" },
  "coming soon": { ...free, state: "scheduled" },
  "coming soon, premium": { ...free, state: "scheduled", isFree: false },
} satisfies Record<string, BookAccessFields>;

/**
 * `whole+` includes downloads; the word after a slash is required for more; `404` is hidden.
 */
const table: Record<keyof typeof books, Record<keyof typeof viewers, string>> = {
  free: makeRow("sample/sign-in", "whole+", "whole+"),
  "free, kept from download": makeRow("sample/sign-in", "whole", "whole"),
  demonstration: makeRow("whole", "whole+", "whole+"),
  "demonstration, premium": makeRow("sample/membership", "sample/membership", "whole+"),
  "demonstration, hidden": makeRow("404", "404", "404"),
  premium: makeRow("sample/membership", "sample/membership", "whole+"),
  "premium, kept from download": makeRow("sample/membership", "sample/membership", "whole"),
  draft: makeRow("404", "404", "404"),
  "in review": makeRow("404", "404", "404"),
  rejected: makeRow("404", "404", "404"),
  hidden: makeRow("404", "404", "404"),
  "coming soon": makeRow("none/release", "none/release", "none/release"),
  "coming soon, premium": makeRow("none/release", "none/release", "none/release"),
};

function makeRow(guest: string, reader: string, supporter: string) {
  return { guest, reader, supporter, owner: "whole+", employee: "whole+", admin: "whole+" };
}

const cases = Object.entries(table).flatMap(([book, byViewer]) =>
  Object.entries(byViewer).map(([viewer, expected]) => ({ book, viewer, expected })),
);

const coauthor = (id: BookId, canEdit: boolean): Viewer => ({
  ...plain,
  coauthoredBooks: [{ bookId: id, canEdit }],
});
const otherBookId = BookId.parse("00000000-0000-4000-8000-00000000000c");

describe("co-authors", () => {
  it.each([
    ["who can edit", coauthor(bookId, true), true, true, true],
    ["who can only view", coauthor(bookId, false), true, true, false],
    ["of another book", coauthor(otherBookId, true), false, false, false],
    ["without books", plain, false, false, false],
    ["that are guests", null, false, false, false],
  ])("%s", (_name, viewer, isVisible, isOne, canEdit) => {
    const draft: BookAccessFields = { ...free, state: "draft" };
    expect(getAccessTo(draft, viewer).isVisible).toBe(isVisible);
    expect(isCoauthor(draft, viewer)).toBe(isOne);
    expect(isOwnRecord(draft, viewer)).toBe(canEdit);
  });
});

it.each([
  ["guest", "sample/membership"],
  ["reader", "sample/membership"],
  ["supporter", "whole+"],
] as const)("the preview of a %s is that of an account without rights", (viewer, expected) => {
  expect(describeAccess(getAccessTo({ ...free, isFree: false }, previewViewers[viewer]))).toBe(expected);
  expect(getAccessTo({ ...free, state: "draft" }, previewViewers[viewer]).isVisible).toBe(false);
});

describe("access to a book", () => {
  it.each(cases)("$viewer × $book is $expected", ({ book, viewer, expected }) => {
    const access = getAccessTo(books[book as keyof typeof books], viewers[viewer as keyof typeof viewers]);

    expect(access.listen).toBe(access.read);
    expect(describeAccess(access)).toBe(expected);
  });

  it("excludes text and downloads of an audiobook", () => {
    expect(getAccessTo({ ...free, hasEbook: false }, viewers.reader)).toMatchObject({
      read: "none",
      listen: "whole",
      canDownload: false,
    });
  });

  it("excludes audio of an ebook", () => {
    expect(getAccessTo({ ...free, hasAudiobook: false }, viewers.reader)).toMatchObject({
      read: "whole",
      listen: "none",
      canDownload: true,
    });
  });

  it("gives nobody access to the site's drafts", () => {
    expect(getAccessTo({ ...free, state: "draft", ownerId: null }, viewers.guest).isVisible).toBe(false);
  });
});

function describeAccess({ isVisible, read, canDownload, needs }: ReturnType<typeof getAccessTo>): string {
  if (!isVisible) return read === "none" && !canDownload ? "404" : "leak";
  return `${read}${canDownload ? "+" : ""}${needs ? `/${needs}` : ""}`;
}
