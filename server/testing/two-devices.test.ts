import { expect, onTestFinished, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { TextAnchor } from "#shared/marks/mark.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { MarkOutbox } from "#client/features/marks/store/mark-outbox.ts";
import { MarkStore, type ShownMark } from "#client/features/marks/store/mark-store.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const marksPerDevice = 500;
const common = 20;

/** The network of both devices; every second request that arrives is answered in vain. */
async function connect(app: TestApp, user: User) {
  const network = { isOnline: true, losesReplies: false, lost: 0 };
  const cookie = await createSessionCookie(app.services, user);
  const send = globalThis.fetch;
  let requests = 0;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    if (!network.isOnline) throw new TypeError("Failed to fetch");
    const headers = {
      ...(init.headers as Record<string, string>),
      Cookie: cookie,
      "Sec-Fetch-Site": "same-origin",
    };
    const reply = await send(new URL(url, app.baseUrl), { ...init, headers });
    if (!network.losesReplies || requests++ % 2 === 1) return reply;
    network.lost += 1;
    throw new TypeError("Failed to fetch");
  });
  vi.stubGlobal("window", new EventTarget());
  onTestFinished(() => void vi.unstubAllGlobals());
  return network;
}

function openDevice(userId: User["id"], bookId: BookId, textVersion: string) {
  const outbox = new MarkOutbox(userId, createMemoryStorage());
  const store = new MarkStore({ userId, bookId, textVersion, outbox });
  onTestFinished(() => {
    store.close();
    outbox.close();
  });
  return { outbox, store };
}

type Device = ReturnType<typeof openDevice>;

const sendAll = ({ outbox }: Device) =>
  expect
    .poll(async () => {
      await outbox.flush();
      return outbox.list().length;
    })
    .toBe(0);

const toFacts = ({ id, anchor, style, note, tags, placement }: ShownMark) => ({
  id,
  anchor,
  style,
  note,
  tags,
  placement,
});

test("two devices that made 500 marks each offline show the same 1,000, also when replies are lost", async ({
  app,
}) => {
  const user = await app.make.user();
  const chapter = Array.from({ length: marksPerDevice }, (_, n) => `<p>Sentence ${n} of it.</p>`).join("");
  const bookId = await createEpubBook(app, { isFree: true }, { chapters: [chapter] });
  const { version } = await app.as(user)(readerContract.getEbook, { params: { bookId } });
  const getAnchor = (n: number): TextAnchor => {
    const exact = `Sentence ${n} of it.`;
    const sentence = SentenceId.parse(`s0-${n}`);
    const length = exact.replaceAll(" ", "").length;
    return {
      start: { sentence, offset: 0 },
      end: { sentence, offset: length },
      quote: { exact, prefix: "", suffix: "" },
      fraction: n / marksPerDevice,
      version,
    };
  };
  const network = await connect(app, user);
  const devices = [openDevice(user.id, bookId, version), openDevice(user.id, bookId, version)] as const;
  const [phone, desk] = devices;
  const both = Array.from({ length: common }, (_, n) => phone.store.create({ anchor: getAnchor(n) }));
  await sendAll(phone);
  await desk.store.sync();

  network.isOnline = false;
  for (const [name, { store }] of [
    ["phone", phone],
    ["desk", desk],
  ] as const) {
    for (let n = 0; n < marksPerDevice - common / 2; n++)
      store.create({ anchor: getAnchor(n), style: "green", note: `${name} ${n}`, tags: [name] });
    for (const id of both) store.change(id, { note: `${name} wrote this` });
    expect(store.marks.getState()).toHaveLength(marksPerDevice + common / 2);
  }

  network.isOnline = true;
  network.losesReplies = true;
  await Promise.all(devices.map(sendAll));
  network.losesReplies = false;
  expect(network.lost).toBeGreaterThanOrEqual(5);
  for (const { store } of devices) await store.sync();

  const [onPhone, onDesk] = devices.map(({ store }) => store.marks.getState().map(toFacts));
  expect(onPhone).toHaveLength(2 * marksPerDevice);
  expect(onDesk).toEqual(onPhone);
  expect(new Set(onPhone?.map(({ id }) => id)).size).toBe(2 * marksPerDevice);
  expect(new Set(onPhone?.map(({ placement }) => placement))).toEqual(new Set(["exact"]));
  expect(await app.db.$count(marks)).toBe(2 * marksPerDevice);
  for (const id of both) {
    const notes = phone.store.find(id)?.note.split("\n\n").sort();
    expect(notes).toEqual(["desk wrote this", "phone wrote this"]);
  }
});
