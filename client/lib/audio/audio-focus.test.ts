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

test("one is heard at a time: who was heard before is notified of what book it is", () => {
  requestAudioFocus(player, null);
  requestAudioFocus(voice, "b" as never);

  expect(player.yield).toHaveBeenCalledExactlyOnceWith("b");
  expect(voice.yield).not.toHaveBeenCalled();
  expect([hasOtherAudioFocus(player), hasOtherAudioFocus(voice)]).toEqual([true, false]);
});

test("who has it already keeps it, and who left it is not told", () => {
  requestAudioFocus(voice, null);
  requestAudioFocus(voice, null);
  abandonAudioFocus(player);
  expect(hasOtherAudioFocus(player)).toBe(true);
  abandonAudioFocus(voice);
  requestAudioFocus(player, null);

  expect(voice.yield).not.toHaveBeenCalled();
});

describe("an interruption", () => {
  test("bids who is heard give way, keeps the floor theirs, and ends when somebody is to be heard", () => {
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

  test("that is over is not told", () => {
    requestTransientFocus(athan);
    releaseTransientFocus(athan);
    requestAudioFocus(player, null);

    expect(athan.yield).not.toHaveBeenCalled();
  });

  test("gives way to another, which goes on with what was heard before both", () => {
    const resume = vi.fn();
    requestAudioFocus(player, null);
    player.yieldFocus.mockReturnValueOnce(resume);
    trial.yieldFocus.mockReturnValueOnce(requestTransientFocus(trial));

    expect(requestTransientFocus(athan)).toBe(resume);
    expect(trial.yieldFocus).toHaveBeenCalledOnce();
    expect(resume).not.toHaveBeenCalled();
  });

  test("ends for what is short, and the book goes on beside that", () => {
    const resume = vi.fn();
    requestTransientFocus(trial);
    trial.yieldFocus.mockReturnValueOnce(resume);
    endInterruptions(athan);

    expect(resume).toHaveBeenCalledOnce();
  });
});
