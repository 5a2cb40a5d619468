import { afterEach, expect, test, vi } from "vitest";
import { interrupt, interruptionOver, isFloorTaken, leaveFloor, type Speaker, takeFloor } from "./floor.ts";

const speaker = () => ({ yield: vi.fn<Speaker["yield"]>(), giveWay: vi.fn<Speaker["giveWay"]>(() => null) });
const [player, voice] = [speaker(), speaker()];

afterEach(() => {
  for (const each of [player, voice]) leaveFloor(each);
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

test("a call bids who is heard give way, keeps the floor theirs, and ends when somebody is to be heard", () => {
  const [goOn, onTaken] = [vi.fn(), vi.fn()];
  expect(interrupt(onTaken)).toBeNull();
  takeFloor(player, null);
  player.giveWay.mockReturnValueOnce(goOn);

  expect(interrupt(onTaken)).toBe(goOn);
  expect(isFloorTaken(player)).toBe(false);
  onTaken.mockClear();
  takeFloor(player, null);
  takeFloor(player, null);
  expect(onTaken).toHaveBeenCalledOnce();
});

test("a call that is over is not told", () => {
  const onTaken = vi.fn();
  interrupt(onTaken);
  interruptionOver();
  takeFloor(player, null);

  expect(onTaken).not.toHaveBeenCalled();
});
