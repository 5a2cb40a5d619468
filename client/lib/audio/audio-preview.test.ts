import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { interrupt, interruptionOver, leaveFloor, type Speaker, takeFloor } from "./audio-focus.ts";
import { hearAlone } from "./audio-preview.ts";

const goOn = vi.fn();
const book = { yield: vi.fn<Speaker["yield"]>(), giveWay: vi.fn<Speaker["giveWay"]>(() => null) };
const call = { yield: vi.fn(), giveWay: vi.fn(() => null) };

beforeEach(() => {
  takeFloor(book, null);
  book.giveWay.mockReturnValueOnce(goOn);
});
afterEach(() => {
  leaveFloor(book);
  interruptionOver(call);
  vi.resetAllMocks();
});

test("a book gives way to what is tried out, and goes on once, by itself, at its end", () => {
  const over = hearAlone(() => {});
  expect([book.giveWay.mock.calls.length, goOn.mock.calls.length]).toEqual([1, 0]);

  over();
  over();
  expect(goOn).toHaveBeenCalledOnce();
});

test("one is tried out at a time, and the book goes on after the last", () => {
  const onEnd = vi.fn();
  const first = hearAlone(onEnd);
  const second = hearAlone(() => {});
  first();
  expect([onEnd.mock.calls.length, goOn.mock.calls.length]).toEqual([1, 0]);

  second();
  expect(goOn).toHaveBeenCalledOnce();
});

test("a call takes its place, and has it to say whether the book goes on", () => {
  const onEnd = vi.fn();
  const over = hearAlone(onEnd);

  expect(interrupt(call)).toBe(goOn);
  over();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).not.toHaveBeenCalled();
});

test("who plays the book ends it", () => {
  const onEnd = vi.fn();
  const over = hearAlone(onEnd);
  takeFloor(book, null);
  over();

  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).not.toHaveBeenCalled();
});

test("a page that goes lets the book go on", () => {
  const onEnd = vi.fn();
  hearAlone(onEnd);
  dispatchEvent(new Event("pagehide"));

  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).toHaveBeenCalledOnce();
});

test("what is tried out in another tab silences the book here until it is over", async () => {
  hearAlone(() => {})();
  goOn.mockClear();
  const other = new BroadcastChannel("maktaba-heard-alone");
  book.giveWay.mockReturnValueOnce(goOn);
  const onEnd = vi.fn();
  other.postMessage("begin");
  await vi.waitFor(() => expect(book.giveWay).toHaveBeenCalledTimes(2));
  expect(goOn).not.toHaveBeenCalled();

  other.postMessage("over");
  await vi.waitFor(() => expect(goOn).toHaveBeenCalledOnce());
  hearAlone(onEnd);
  other.postMessage("begin");
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  other.close();
});
