import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAudioChannel } from "./audio-channel.ts";
import {
  type AudioFocusHolder,
  abandonAudioFocus,
  releaseTransientFocus,
  requestAudioFocus,
  requestTransientFocus,
} from "./audio-focus.ts";
import { playPreview } from "./audio-preview.ts";

const resume = vi.fn();
const book = {
  stop: vi.fn<AudioFocusHolder["stop"]>(),
  pauseForInterruption: vi.fn<AudioFocusHolder["pauseForInterruption"]>(() => null),
};
const call = { stop: vi.fn(), pauseForInterruption: vi.fn(() => null) };

beforeEach(() => {
  requestAudioFocus(book, null);
  book.pauseForInterruption.mockReturnValueOnce(resume);
});
afterEach(() => {
  abandonAudioFocus(book);
  releaseTransientFocus(call);
  vi.resetAllMocks();
});

test("a book pauses for a preview and resumes once at its end", () => {
  const stopPreview = playPreview(() => {});
  expect([book.pauseForInterruption.mock.calls.length, resume.mock.calls.length]).toEqual([1, 0]);

  stopPreview();
  stopPreview();
  expect(resume).toHaveBeenCalledOnce();
});

test("one preview plays at a time, and the book resumes after the last", () => {
  const onEnd = vi.fn();
  const first = playPreview(onEnd);
  const second = playPreview(() => {});
  first();
  expect([onEnd.mock.calls.length, resume.mock.calls.length]).toEqual([1, 0]);

  second();
  expect(resume).toHaveBeenCalledOnce();
});

test("an alert replaces a preview and decides whether the book resumes", () => {
  const onEnd = vi.fn();
  const stopPreview = playPreview(onEnd);

  expect(requestTransientFocus(call)).toBe(resume);
  stopPreview();
  expect(onEnd).toHaveBeenCalledOnce();
  expect(resume).not.toHaveBeenCalled();
});

test("playing the book ends the preview", () => {
  const onEnd = vi.fn();
  const stopPreview = playPreview(onEnd);
  requestAudioFocus(book, null);
  stopPreview();

  expect(onEnd).toHaveBeenCalledOnce();
  expect(resume).not.toHaveBeenCalled();
});

test("leaving the page resumes the book", () => {
  const onEnd = vi.fn();
  playPreview(onEnd);
  dispatchEvent(new Event("pagehide"));

  expect(onEnd).toHaveBeenCalledOnce();
  expect(resume).toHaveBeenCalledOnce();
});

test("a preview in another tab pauses the book here until it ends", async () => {
  playPreview(() => {})();
  resume.mockClear();
  const other = openAudioChannel<string>("preview", () => {});
  book.pauseForInterruption.mockReturnValueOnce(resume);
  const onEnd = vi.fn();
  other.post("started");
  await vi.waitFor(() => expect(book.pauseForInterruption).toHaveBeenCalledTimes(2));
  expect(resume).not.toHaveBeenCalled();

  other.post("ended");
  await vi.waitFor(() => expect(resume).toHaveBeenCalledOnce());
  playPreview(onEnd);
  other.post("started");
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce());
  other.close();
});
