import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  type AudioFocusHolder,
  abandonAudioFocus,
  releaseTransientFocus,
  requestAudioFocus,
  requestTransientFocus,
} from "./audio-focus.ts";
import { playPreview } from "./audio-preview.ts";

const goOn = vi.fn();
const book = {
  yield: vi.fn<AudioFocusHolder["yield"]>(),
  giveWay: vi.fn<AudioFocusHolder["giveWay"]>(() => null),
};
const call = { yield: vi.fn(), giveWay: vi.fn(() => null) };

beforeEach(() => {
  requestAudioFocus(book, null);
  book.giveWay.mockReturnValueOnce(goOn);
});
afterEach(() => {
  abandonAudioFocus(book);
  releaseTransientFocus(call);
  vi.resetAllMocks();
});

test("a book gives way to what is tried out, and goes on once, by itself, at its end", () => {
  const over = playPreview(() => {});
  expect([book.giveWay.mock.calls.length, goOn.mock.calls.length]).toEqual([1, 0]);

  over();
  over();
  expect(goOn).toHaveBeenCalledOnce();
});

test("one is tried out at a time, and the book goes on after the last", () => {
  const onEnd = vi.fn();
  const first = playPreview(onEnd);
  const second = playPreview(() => {});
  first();
  expect([onEnd.mock.calls.length, goOn.mock.calls.length]).toEqual([1, 0]);

  second();
  expect(goOn).toHaveBeenCalledOnce();
});

test("a call takes its place, and has it to say whether the book goes on", () => {
  const onEnd = vi.fn();
  const over = playPreview(onEnd);

  expect(requestTransientFocus(call)).toBe(goOn);
  over();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).not.toHaveBeenCalled();
});

test("who plays the book ends it", () => {
  const onEnd = vi.fn();
  const over = playPreview(onEnd);
  requestAudioFocus(book, null);
  over();

  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).not.toHaveBeenCalled();
});

test("a page that goes lets the book go on", () => {
  const onEnd = vi.fn();
  playPreview(onEnd);
  dispatchEvent(new Event("pagehide"));

  expect(onEnd).toHaveBeenCalledOnce();
  expect(goOn).toHaveBeenCalledOnce();
});

test("what is tried out in another tab silences the book here until it is over", async () => {
  playPreview(() => {})();
  goOn.mockClear();
  const other = new BroadcastChannel("maktaba-heard-alone");
  book.giveWay.mockReturnValueOnce(goOn);
  const onEnd = vi.fn();
  other.postMessage("begin");
  await vi.waitFor(() => expect(book.giveWay).toHaveBeenCalledTimes(2));
  expect(goOn).not.toHaveBeenCalled();

  other.postMessage("over");
  await vi.waitFor(() => expect(goOn).toHaveBeenCalledOnce());
  playPreview(onEnd);
  other.postMessage("begin");
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  other.close();
});
