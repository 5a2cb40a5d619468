import { afterEach, describe, expect, test, vi } from "vitest";
import {
  endInterruptions,
  type Interruption,
  interrupt,
  interruptionOver,
  isFloorTaken,
  leaveFloor,
  type Speaker,
  takeFloor,
} from "./audio-focus.ts";

const speaker = () => ({ yield: vi.fn<Speaker["yield"]>(), giveWay: vi.fn<Speaker["giveWay"]>(() => null) });
const interruption = () => ({ yield: vi.fn(), giveWay: vi.fn<Interruption["giveWay"]>(() => null) });
const [player, voice, athan, trial] = [speaker(), speaker(), interruption(), interruption()];

afterEach(() => {
  for (const each of [player, voice]) leaveFloor(each);
  for (const each of [athan, trial]) interruptionOver(each);
  vi.clearAllMocks();
});

test("one is heard at a time: who was heard before is told of what book it is", () => {
  takeFloor(player, null);
  takeFloor(voice, "b" as never);

  expect(player.yield).toHaveBeenCalledExactlyOnceWith("b");
  expect(voice.yield).not.toHaveBeenCalled();
  expect([isFloorTaken(player), isFloorTaken(voice)]).toEqual([true, false]);
});

test("who has it already keeps it, and who left it is not told", () => {
  takeFloor(voice, null);
  takeFloor(voice, null);
  leaveFloor(player);
  expect(isFloorTaken(player)).toBe(true);
  leaveFloor(voice);
  takeFloor(player, null);

  expect(voice.yield).not.toHaveBeenCalled();
});

describe("an interruption", () => {
  test("bids who is heard give way, keeps the floor theirs, and ends when somebody is to be heard", () => {
    const goOn = vi.fn();
    expect(interrupt(athan)).toBeNull();
    takeFloor(player, null);
    player.giveWay.mockReturnValueOnce(goOn);

    expect(interrupt(athan)).toBe(goOn);
    expect(isFloorTaken(player)).toBe(false);
    athan.yield.mockClear();
    takeFloor(player, null);
    takeFloor(player, null);
    expect(athan.yield).toHaveBeenCalledOnce();
  });

  test("that is over is not told", () => {
    interrupt(athan);
    interruptionOver(athan);
    takeFloor(player, null);

    expect(athan.yield).not.toHaveBeenCalled();
  });

  test("gives way to another, which goes on with what was heard before both", () => {
    const goOn = vi.fn();
    takeFloor(player, null);
    player.giveWay.mockReturnValueOnce(goOn);
    trial.giveWay.mockReturnValueOnce(interrupt(trial));

    expect(interrupt(athan)).toBe(goOn);
    expect(trial.giveWay).toHaveBeenCalledOnce();
    expect(goOn).not.toHaveBeenCalled();
  });

  test("ends for what is short, and the book goes on beside that", () => {
    const goOn = vi.fn();
    interrupt(trial);
    trial.giveWay.mockReturnValueOnce(goOn);
    endInterruptions(athan);

    expect(goOn).toHaveBeenCalledOnce();
  });
});
