import { expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { applyChange } from "./apply-change.ts";
import { type Mark, type MarkAnchor, type MarkChange, MarkChangeId, MarkId } from "./mark.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");
const markId = MarkId.parse("00000000-0000-4000-8000-000000000002");
const anchor: MarkAnchor = { chapter: 1, offset: 3, fraction: 0.1 };
let number = 10;

const change = (seconds: number, fields: Partial<MarkChange>): MarkChange => ({
  id: MarkChangeId.parse(`00000000-0000-4000-8000-0000000000${number++}`),
  markId,
  bookId,
  at: new Date(seconds * 1000),
  ...fields,
});

const applyAll = (changes: readonly MarkChange[]) =>
  changes.reduce<Mark | null>((mark, each) => applyChange(mark, each), null);

test("the newest change of each field wins, in any order", () => {
  const first = change(1, { anchor, style: "yellow", tags: ["a"] });
  const later = change(5, { style: "green" });
  const earlier = change(3, { style: "blue", tags: ["b", "b"] });
  for (const order of [
    [first, later, earlier],
    [first, earlier, later],
  ]) {
    expect(applyAll(order)).toMatchObject({ style: "green", tags: ["b"], changedAt: later.at });
  }
  expect(applyAll([later])).toBeNull();
});

test("a change that arrives twice has no further effect", () => {
  const changes = [
    change(1, { anchor, style: "yellow" }),
    change(2, { note: "Mine" }),
    change(3, { note: "Other" }),
  ];
  expect(applyAll([...changes, ...changes])).toEqual(applyAll(changes));
});

test("two devices that edit a note keep both texts; an edit of the current note replaces it", () => {
  const first = change(1, { anchor, note: "First" });
  const [here, there] = [
    change(2, { note: "Here", replacesNote: first.id }),
    change(3, { note: "There", replacesNote: first.id }),
  ];
  expect(applyAll([first, here])?.note).toBe("Here");
  const merged = applyAll([first, here, there]);
  expect(merged?.note).toBe("Here\n\nThere");
  const final = change(4, { note: "Both", replacesNote: there.id });
  expect(merged && applyChange(merged, final)?.note).toBe("Both");
});

test("an emptied note does not remove what another device wrote meanwhile", () => {
  const first = change(1, { anchor, note: "First" });
  const other = change(2, { note: "Longer", replacesNote: first.id });
  expect(applyAll([first, other, change(3, { note: "", replacesNote: first.id })])?.note).toBe("Longer");
});

test("a deleted mark does not return by an older change, only by undoing", () => {
  const changes = [
    change(1, { anchor, style: "yellow" }),
    change(5, { isDeleted: true }),
    change(9, { style: "blue" }),
  ];
  expect(applyAll(changes)).toMatchObject({ isDeleted: true, style: "blue" });
  expect(applyAll([...changes, change(4, { isDeleted: false })])?.isDeleted).toBe(true);
  expect(applyAll([...changes, change(10, { isDeleted: false })])?.isDeleted).toBe(false);
});
