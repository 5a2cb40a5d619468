import { afterEach, expect, test, vi } from "vitest";
import { isFloorTaken, leaveFloor, type Speaker, takeFloor } from "./floor.ts";

const speaker = () => ({ yield: vi.fn<Speaker["yield"]>() });
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
