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

const speaker = () => ({
  yield: vi.fn<AudioFocusHolder["yield"]>(),
  yieldFocus: vi.fn<AudioFocusHolder["yieldFocus"]>(() => null),
});
const interruption = () => ({ yield: vi.fn(), yieldFocus: vi.fn<Interruption["yieldFocus"]>(() => null) });
const [player, voice, athan, trial] = [speaker(), speaker(), interruption(), interruption()];

afterEach(() => {
  for (const each of [player, voice]) abandonAudioFocus(each);
  for (const each of [athan, trial]) releaseTransientFocus(each);
  vi.clearAllMocks();
});

test("one source plays at a time: the previous one learns which book replaced it", () => {
  requestAudioFocus(player, null);
  requestAudioFocus(voice, "b" as never);

  expect(player.yield).toHaveBeenCalledExactlyOnceWith("b");
  expect(voice.yield).not.toHaveBeenCalled();
  expect([hasOtherAudioFocus(player), hasOtherAudioFocus(voice)]).toEqual([true, false]);
});

test("the current source keeps the focus; a released one is not notified", () => {
  requestAudioFocus(voice, null);
  requestAudioFocus(voice, null);
  abandonAudioFocus(player);
  expect(hasOtherAudioFocus(player)).toBe(true);
  abandonAudioFocus(voice);
  requestAudioFocus(player, null);

  expect(voice.yield).not.toHaveBeenCalled();
});

describe("a transient interruption", () => {
  test("pauses the current source, keeps its focus, and ends when a new source starts", () => {
    const resume = vi.fn();
    expect(requestTransientFocus(athan)).toBeNull();
    requestAudioFocus(player, null);
    player.yieldFocus.mockReturnValueOnce(resume);

    expect(requestTransientFocus(athan)).toBe(resume);
    expect(hasOtherAudioFocus(player)).toBe(false);
    athan.yield.mockClear();
    requestAudioFocus(player, null);
    requestAudioFocus(player, null);
    expect(athan.yield).toHaveBeenCalledOnce();
  });

  test("that has ended is not announced", () => {
    requestTransientFocus(athan);
    releaseTransientFocus(athan);
    requestAudioFocus(player, null);

    expect(athan.yield).not.toHaveBeenCalled();
  });

  test("yields to another, which resumes the first source afterwards", () => {
    const resume = vi.fn();
    requestAudioFocus(player, null);
    player.yieldFocus.mockReturnValueOnce(resume);
    trial.yieldFocus.mockReturnValueOnce(requestTransientFocus(trial));

    expect(requestTransientFocus(athan)).toBe(resume);
    expect(trial.yieldFocus).toHaveBeenCalledOnce();
    expect(resume).not.toHaveBeenCalled();
  });

  test("ends for a short sound, and the book resumes", () => {
    const resume = vi.fn();
    requestTransientFocus(trial);
    trial.yieldFocus.mockReturnValueOnce(resume);
    endInterruptions(athan);

    expect(resume).toHaveBeenCalledOnce();
  });
});
