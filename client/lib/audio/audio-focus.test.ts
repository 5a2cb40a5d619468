import { afterEach, describe, expect, test, vi } from "vitest";
import {
  type AudioFocusHolder,
  abandonAudioFocus,
  endInterruptions,
  hasOtherAudioFocus,
  type Interruption,
  releaseTransientFocus,
  requestAudioFocus,
  requestTransientFocus,
} from "./audio-focus.ts";

const createHolder = () => ({
  stop: vi.fn<AudioFocusHolder["stop"]>(),
  pauseForInterruption: vi.fn<AudioFocusHolder["pauseForInterruption"]>(() => null),
});
const createInterruption = () => ({
  stop: vi.fn(),
  pauseForInterruption: vi.fn<Interruption["pauseForInterruption"]>(() => null),
});
const [player, voice, athan, preview] = [
  createHolder(),
  createHolder(),
  createInterruption(),
  createInterruption(),
];

afterEach(() => {
  for (const each of [player, voice]) abandonAudioFocus(each);
  for (const each of [athan, preview]) releaseTransientFocus(each);
  vi.clearAllMocks();
});

test("one source plays at a time: the previous one learns which book replaced it", () => {
  requestAudioFocus(player, null);
  requestAudioFocus(voice, "b" as never);

  expect(player.stop).toHaveBeenCalledExactlyOnceWith("b");
  expect(voice.stop).not.toHaveBeenCalled();
  expect([hasOtherAudioFocus(player), hasOtherAudioFocus(voice)]).toEqual([true, false]);
});

test("the current source keeps the focus; a released one is not notified", () => {
  requestAudioFocus(voice, null);
  requestAudioFocus(voice, null);
  abandonAudioFocus(player);
  expect(hasOtherAudioFocus(player)).toBe(true);
  abandonAudioFocus(voice);
  requestAudioFocus(player, null);

  expect(voice.stop).not.toHaveBeenCalled();
});

describe("a transient interruption", () => {
  test("pauses the current source, keeps its focus, and ends when a new source starts", () => {
    const resume = vi.fn();
    expect(requestTransientFocus(athan)).toBeNull();
    requestAudioFocus(player, null);
    player.pauseForInterruption.mockReturnValueOnce(resume);

    expect(requestTransientFocus(athan)).toBe(resume);
    expect(hasOtherAudioFocus(player)).toBe(false);
    athan.stop.mockClear();
    requestAudioFocus(player, null);
    requestAudioFocus(player, null);
    expect(athan.stop).toHaveBeenCalledOnce();
  });

  test("that has ended is not announced", () => {
    requestTransientFocus(athan);
    releaseTransientFocus(athan);
    requestAudioFocus(player, null);

    expect(athan.stop).not.toHaveBeenCalled();
  });

  test("yields to another, which resumes the first source afterwards", () => {
    const resume = vi.fn();
    requestAudioFocus(player, null);
    player.pauseForInterruption.mockReturnValueOnce(resume);
    preview.pauseForInterruption.mockReturnValueOnce(requestTransientFocus(preview));

    expect(requestTransientFocus(athan)).toBe(resume);
    expect(preview.pauseForInterruption).toHaveBeenCalledOnce();
    expect(resume).not.toHaveBeenCalled();
  });

  test("ends for a short sound, and the book resumes", () => {
    const resume = vi.fn();
    requestTransientFocus(preview);
    preview.pauseForInterruption.mockReturnValueOnce(resume);
    endInterruptions(athan);

    expect(resume).toHaveBeenCalledOnce();
  });
});
