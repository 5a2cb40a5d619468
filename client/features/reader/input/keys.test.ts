import { describe, expect, test } from "vitest";
import { getPageZone, getReaderCommand, getTurnDirection } from "./keys.ts";

const press = (key: string, more = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
});
const paged = { isScrolled: false };
const scrolled = { isScrolled: true };

describe("keyboard commands", () => {
  test.each([
    ["ArrowRight", "right"],
    ["ArrowLeft", "left"],
    [" ", "next"],
    ["PageDown", "next"],
    ["PageUp", "previous"],
    ["Home", "start"],
    ["End", "end"],
    ["t", "contents"],
    ["T", "contents"],
    ["f", "fullScreen"],
    ["Escape", "dismiss"],
    ["[", "smaller"],
    ["]", "larger"],
    ["?", "help"],
    ["/", "search"],
    ["n", "nextHit"],
    ["F3", "nextHit"],
  ])("%s means %s", (key, command) => {
    expect(getReaderCommand(press(key), paged)).toBe(command);
  });

  test("Shift reverses the space bar and the way to the next search result", () => {
    expect(getReaderCommand(press(" ", { shiftKey: true }), paged)).toBe("previous");
    expect(getReaderCommand(press("N", { shiftKey: true }), paged)).toBe("previousHit");
    expect(getReaderCommand(press("F3", { shiftKey: true }), paged)).toBe("previousHit");
    expect(getReaderCommand(press("T", { shiftKey: true }), paged)).toBe("contents");
  });

  test("up and down turn pages, or scroll by lines", () => {
    expect(getReaderCommand(press("ArrowDown"), paged)).toBe("next");
    expect(getReaderCommand(press("ArrowUp"), paged)).toBe("previous");
    expect(getReaderCommand(press("ArrowDown"), scrolled)).toBe("lineDown");
    expect(getReaderCommand(press("ArrowUp"), scrolled)).toBe("lineUp");
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])("leaves %o to the browser", (more) => {
    expect(getReaderCommand(press("f", more), paged)).toBeNull();
    expect(getReaderCommand(press("ArrowLeft", more), paged)).toBeNull();
  });

  test("ignore other keys", () => {
    for (const key of ["Tab", "Enter", "q", "F5", "Shift"])
      expect(getReaderCommand(press(key), paged)).toBeNull();
  });
});

describe("directions", () => {
  test("right goes forward in left-to-right books, left in right-to-left ones", () => {
    expect(getTurnDirection("right", false)).toBe("next");
    expect(getTurnDirection("left", false)).toBe("previous");
    expect(getTurnDirection("left", true)).toBe("next");
    expect(getTurnDirection("right", true)).toBe("previous");
  });

  test.each([
    [10, "left"],
    [299, "left"],
    [500, "middle"],
    [701, "right"],
    [999, "right"],
  ])("a tap at %i of 1000 pixels is %s", (x, zone) => {
    expect(getPageZone(x, 1000)).toBe(zone);
  });

  test("the tap zones may be narrower or absent", () => {
    expect(getPageZone(200, 1000, 0.12)).toBe("middle");
    expect(getPageZone(100, 1000, 0.12)).toBe("left");
    expect(getPageZone(1000, 1000, 0)).toBe("middle");
  });
});
