import { JSDOM } from "jsdom";
import { afterEach, describe, expect, test } from "vitest";
import { PositionEvent } from "#shared/positions/position.ts";
import { RecordedSession } from "#shared/reading-activity/session.ts";
import { optimizedScript } from "./script.ts";

const user = "00000000-0000-4000-8000-00000000000a";
const book = "00000000-0000-4000-8000-0000000000b1";
const start = Date.parse("2026-03-01T10:00:00Z");
const secondMs = 1_000;

/**
 * Ten sentences of a chapter from 10 to 20 % of the book, each 100 px high on a screen of 300 px.
 */
const createPage = (
  input = "",
) => `<body data-user="${user}" data-book="${book}" data-device="Phone" data-from="0.1"
  data-to="0.2" data-count="10"${input}><main>${Array.from({ length: 10 }, (_, n) => `<p id="s3-${n}">.</p>`).join("")}</main>
  <a href="#" id="next" data-s="s4-0" data-f="0.2">Next</a></body>`;

interface Device {
  readonly storage: Map<string, string>;
  readonly session: Map<string, string>;
  time: { wall: number; ticks: number };
  isOnline: boolean;
}

const makeDevice = (): Device => ({
  storage: new Map(),
  session: new Map(),
  time: { wall: start, ticks: 500 },
  isOnline: true,
});

const opened: JSDOM[] = [];
afterEach(() => {
  for (const dom of opened.splice(0)) dom.window.close();
});

function open(device: Device, html = createPage()) {
  const dom = new JSDOM(html, {
    url: "http://books.test/",
    runScripts: "outside-only",
    pretendToBeVisual: true,
  });
  opened.push(dom);
  const { window } = dom;
  const [sent, intervals]: [Record<string, unknown>[], (() => void)[]] = [[], []];
  let [scrolled, visibility] = [0, "visible"];
  const defineGetter = (name: string, value: unknown, target: object = window) =>
    Object.defineProperty(target, name, { configurable: true, get: () => value });
  defineGetter("now", () => device.time.wall, window.Date);
  defineGetter("now", () => device.time.ticks, window.performance);
  defineGetter("setInterval", (callback: () => void) => intervals.push(callback));
  defineGetter("setTimeout", () => 1);
  defineGetter("localStorage", getStorage(device.storage));
  defineGetter("sessionStorage", getStorage(device.session));
  defineGetter("innerHeight", 300);
  defineGetter("scrollHeight", 1_000, window.document.documentElement);
  Object.defineProperty(window, "scrollY", { get: () => scrolled });
  Object.defineProperty(window.document, "visibilityState", { get: () => visibility });
  window.Element.prototype.getBoundingClientRect = function () {
    const n = [...window.document.querySelectorAll("main > *")].indexOf(this);
    return { bottom: 100 * n + 100 - scrolled } as DOMRect;
  };
  defineGetter("fetch", async (path: string, { body }: { body: string }) => {
    if (!device.isOnline) throw new TypeError("Failed to fetch");
    sent.push({ path, ...JSON.parse(body) });
    return { ok: true };
  });
  window.eval(optimizedScript);
  const dispatch = (kind: string, target: EventTarget = window) =>
    target.dispatchEvent(new window.Event(kind, { bubbles: true }));
  return {
    advance(seconds: number, isAwake = true) {
      for (let left = seconds; left > 0; left -= 5) {
        device.time.wall += Math.min(5, left) * secondMs;
        device.time.ticks += Math.min(5, left) * secondMs;
        if (isAwake) for (const callback of intervals) callback();
      }
    },
    callback: (kind = "pointerdown") => dispatch(kind),
    scrollTo(y: number) {
      scrolled = y;
      dispatch("scroll");
    },
    hide() {
      visibility = "hidden";
      dispatch("visibilitychange", window.document);
    },
    turn: () => dispatch("click", window.document.querySelector("#next") ?? window),
    leave: () => dispatch("pagehide"),
    settled: () => new Promise((resolve) => setImmediate(resolve)),
    sent,
  };
}

const getStorage = (items: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    },
    {
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor: (_, key) => ({
        configurable: true,
        enumerable: true,
        value: items.get(String(key)),
      }),
    },
  );

/** The final sent sessions, in seconds from the start. */
function getSessions(...pages: readonly ReturnType<typeof open>[]) {
  const last = new Map<string, RecordedSession>();
  for (const { sessions = [] } of pages.flatMap(({ sent }) => sent) as { sessions?: unknown[] }[]) {
    for (const session of sessions.map((each) => RecordedSession.parse(each))) last.set(session.id, session);
  }
  return [...last.values()].map(({ startedAt, endedAt, read = 0, chapters = 0 }) => [
    (startedAt.getTime() - start) / secondMs,
    (endedAt.getTime() - start) / secondMs,
    Math.round(read * 1_000) / 1_000,
    chapters,
  ]);
}

const listSentPositions = ({ sent }: ReturnType<typeof open>) =>
  (sent as { events?: unknown[] }[])
    .flatMap(({ events = [] }) => events)
    .map((each) => PositionEvent.parse(each).locator);

describe("the script of the optimized reader", () => {
  test("counts visible time, and words read in it", () => {
    const device = makeDevice();
    const page = open(device);
    page.advance(60);
    page.callback();
    page.scrollTo(300);
    page.advance(30);
    page.hide();
    page.advance(600);
    page.leave();

    expect(getSessions(page)).toEqual([[0, 90, 0.03, 0]]);
  });

  test("counts two minutes after the last input at most", () => {
    const page = open(makeDevice());
    page.advance(300);
    page.callback();
    page.advance(10);
    page.leave();

    expect(getSessions(page)).toEqual([
      [0, 120, 0, 0],
      [300, 310, 0, 0],
    ]);
  });

  test("counts no device sleep, and nothing under three seconds", () => {
    const page = open(makeDevice());
    page.advance(2);
    page.advance(3_600, false);
    page.callback();
    page.advance(20);
    page.leave();

    expect(getSessions(page)).toEqual([[3_602, 3_622, 0, 0]]);
  });

  test("continues the session over page turns, with the finished chapter", () => {
    const device = makeDevice();
    const one = open(device);
    one.advance(40);
    one.callback();
    one.turn();
    one.leave();
    device.time.wall += 2 * secondMs;
    device.time.ticks = 300;
    const two = open(device);
    two.advance(20);
    two.leave();

    expect(getSessions(one, two)).toEqual([[0, 62, 0.1, 1]]);
    expect(listSentPositions(one)).toEqual([{ sentence: "s4-0", fraction: 0.2 }]);
  });

  test("stores unsent data where the app finds it, and sends it later", async () => {
    const device = makeDevice();
    device.isOnline = false;
    const one = open(device);
    one.advance(60);
    one.turn();
    one.leave();
    await one.settled();
    expect([...device.storage.keys()].map((key) => key.replace(/\.[^.]+$/, "")).sort()).toEqual([
      `maktaba.position.${user}`,
      `maktaba.time.${user}`,
    ]);

    device.isOnline = true;
    device.time.wall += 60 * secondMs;
    const two = open(device);
    await two.settled();

    expect(getSessions(two)).toEqual([[0, 60, 0.1, 1]]);
    expect(listSentPositions(two)).toHaveLength(1);
    expect(two.sent.map(({ reader }) => reader)).toEqual([user, user]);
    expect(device.storage.size).toBe(0);
  });

  test("finds split sentences by each of their parts", () => {
    const pieces = '<span id="s3-0">.</span><span data-s="s3-0">.</span><span data-s="s3-0">.</span>';
    const device = makeDevice();
    const page = open(device, createPage().replace('<p id="s3-0">.</p>', pieces));
    page.callback();
    page.scrollTo(250);
    page.hide();

    expect(listSentPositions(page)).toMatchObject([{ sentence: "s3-0", fraction: 0.1 }]);
  });

  test("saves no position by opening alone, and the end of the book as such", () => {
    const device = makeDevice();
    const page = open(device, createPage(" data-last"));
    page.advance(10);
    page.leave();
    expect(listSentPositions(page)).toEqual([]);

    const again = open(device, createPage(" data-last"));
    again.callback("wheel");
    again.scrollTo(700);
    again.advance(10);
    again.leave();
    expect(listSentPositions(again)).toEqual([{ sentence: "s3-7", fraction: 1 }]);
  });
});
