import { beforeEach, expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { applyChange } from "#shared/marks/apply-change.ts";
import { type Mark, MarkChange, type MarkId } from "#shared/marks/mark.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { MarkOutbox } from "./mark-outbox.ts";
import { MarkStore } from "./mark-store.ts";

const userId = UserId.parse("00000000-0000-4000-8000-000000000001");
const bookId = BookId.parse("00000000-0000-4000-8000-000000000002");
const anchor = { chapter: 1, offset: 5, fraction: 0.5 };

let isOnline = true;
const server = new Map<MarkId, Mark>();
let versions = new Map<MarkId, number>();
const getNewestVersion = () => Math.max(0, ...versions.values());

vi.mock("#shared/api/http-client.ts", async (original) => ({
  ...(await original<object>()),
  call: async (_contract: unknown, input: { body?: { changes: unknown[] }; query?: { since: number } }) => {
    if (!isOnline) throw new TypeError("Failed to fetch");
    const { body, query: { since } = { since: 0 } } = input;
    if (!body) {
      const changed = [...server.values()].filter(({ id }) => (versions.get(id) ?? 0) > since);
      const marks = changed.map((mark) => ({ ...mark, content: [] }));
      const newestVersion = getNewestVersion();
      return { marks, version: marks.length > 0 ? newestVersion : since, newestVersion, hasMore: false };
    }
    const changes = body.changes.map((change) => MarkChange.parse(change));
    for (const change of changes) {
      const mark = applyChange(server.get(change.markId) ?? null, change);
      if (mark) {
        server.set(mark.id, mark);
        versions.set(mark.id, getNewestVersion() + 1);
      }
    }
    const changed = changes.flatMap(({ markId }) => server.get(markId) ?? []);
    return {
      accepted: changes.map(({ id }) => id),
      refused: [],
      marks: changed.map((mark) => ({ ...mark, content: [] })),
    };
  },
}));

const open = (storage: Storage) => {
  const outbox = new MarkOutbox(userId, storage);
  return { outbox, store: new MarkStore({ userId, bookId, textVersion: "1", outbox }) };
};

const list = ({ marks }: MarkStore) => marks.getState().map(({ style, note }) => `${style} ${note}`);

beforeEach(() => {
  server.clear();
  versions.clear();
  isOnline = true;
});

test("marks that were made offline are shown, survive a reload, and arrive once", async () => {
  const storage = createMemoryStorage();
  isOnline = false;
  const first = open(storage);
  const id = first.store.create({ anchor, style: "yellow" });
  first.store.change(id, { note: "Mine" });
  expect(list(first.store)).toEqual(["yellow Mine"]);
  first.store.close();
  first.outbox.close();

  const again = open(storage);
  await again.store.sync().catch(() => undefined);
  expect(list(again.store)).toEqual(["yellow Mine"]);
  isOnline = true;
  await again.outbox.flush();
  expect([...server.values()]).toMatchObject([{ id, style: "yellow", note: "Mine" }]);
  expect(again.outbox.list()).toEqual([]);
  await again.store.sync();
  expect(list(again.store)).toEqual(["yellow Mine"]);
});

test("changes are undone one by one", async () => {
  const { store } = open(createMemoryStorage());
  const id = store.create({ anchor, style: "yellow" });
  store.change(id, { style: "green" });
  store.change(id, { note: "Mine" });
  store.change(id, { isDeleted: true });
  expect(list(store)).toEqual([]);
  store.undo();
  expect(list(store)).toEqual(["green Mine"]);
  store.undo();
  store.undo();
  expect(list(store)).toEqual(["yellow "]);
  expect([store.undo(), store.undo()]).toEqual([true, false]);
  expect(list(store)).toEqual([]);
});

test("a change of another device is shown after the next synchronization", async () => {
  const [here, there] = [open(createMemoryStorage()), open(createMemoryStorage())];
  const id = here.store.create({ anchor, style: "yellow" });
  await here.outbox.flush();
  await there.store.sync();
  there.store.change(id, { style: "pink" });
  await there.outbox.flush();
  await here.store.sync();
  expect(list(here.store)).toEqual(["pink "]);
});

function restore(backup: ReadonlyMap<MarkId, Mark>, backupVersions: ReadonlyMap<MarkId, number>): void {
  server.clear();
  for (const [id, mark] of backup) server.set(id, mark);
  versions = new Map(backupVersions);
}

test("a server that was restored to an older backup gets what it lost, once", async () => {
  const [phone, tablet] = [open(createMemoryStorage()), open(createMemoryStorage())];
  const kept = phone.store.create({ anchor, style: "yellow", note: "Old" });
  const removed = phone.store.create({ anchor, style: "blue" });
  await phone.outbox.flush();
  const [backup, backupVersions] = [new Map(server), new Map(versions)];
  await phone.store.sync();
  phone.store.change(kept, { style: "green", note: "New", tags: ["a"] });
  phone.store.change(removed, { isDeleted: true });
  const lost = phone.store.create({ anchor, style: "pink", note: "Lost" });
  const erased = phone.store.create({ anchor, style: "purple" });
  phone.store.change(erased, { isDeleted: true });
  await phone.outbox.flush();
  await phone.store.sync();
  await tablet.store.sync();
  const before = new Map(server);

  restore(backup, backupVersions);
  await phone.store.sync();
  expect(list(phone.store)).toEqual(["green New", "pink Lost"]);
  await phone.outbox.flush();
  await tablet.store.sync();
  await tablet.outbox.flush();

  before.delete(erased);
  expect(server).toEqual(before);
  expect(server.get(lost)?.note).toBe("Lost");
  for (const { store, outbox } of [phone, tablet]) {
    await store.sync();
    expect(list(store)).toEqual(["green New", "pink Lost"]);
    expect(outbox.list()).toEqual([]);
  }
});

test("what another device changed after the restore stays", async () => {
  const { store, outbox } = open(createMemoryStorage());
  const id = store.create({ anchor, style: "yellow", note: "Old" });
  await outbox.flush();
  const [backup, backupVersions] = [new Map(server), new Map(versions)];
  for (const style of ["blue", "green"] as const) store.change(id, { style });
  store.change(id, { note: "Mine" });
  await outbox.flush();
  await store.sync();
  restore(backup, backupVersions);
  const other = open(createMemoryStorage());
  await other.store.sync();
  const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 60_000);
  other.store.change(id, { style: "pink", note: "Theirs" });
  clock.mockRestore();
  await other.outbox.flush();

  await store.sync();
  await outbox.flush();

  expect([...server.values()]).toMatchObject([{ id, style: "pink", note: "Theirs\n\nMine" }]);
});
