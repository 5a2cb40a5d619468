import { describe, expect, test } from "vitest";
import { actOf, keyList, turnOf, zoneOf } from "./keys.ts";

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

describe("keys", () => {
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
  ])("%s means %s", (key, act) => {
    expect(actOf(press(key), paged)).toBe(act);
  });

  test("shift turns the space bar round", () => {
    expect(actOf(press(" ", { shiftKey: true }), paged)).toBe("previous");
  });

  test("up and down turn pages, or scroll by lines", () => {
    expect(actOf(press("ArrowDown"), paged)).toBe("next");
    expect(actOf(press("ArrowUp"), paged)).toBe("previous");
    expect(actOf(press("ArrowDown"), scrolled)).toBe("lineDown");
    expect(actOf(press("ArrowUp"), scrolled)).toBe("lineUp");
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])("leaves %o to the browser", (more) => {
    expect(actOf(press("f", more), paged)).toBeNull();
    expect(actOf(press("ArrowLeft", more), paged)).toBeNull();
  });

  test("does not take keys it has no use for", () => {
    for (const key of ["Tab", "Enter", "a", "F5", "Shift"]) expect(actOf(press(key), paged)).toBeNull();
  });

  test("lists each act once", () => {
    const acts = keyList.map(({ act }) => act);
    expect(new Set(acts).size).toBe(acts.length);
  });
});

describe("directions", () => {
  test("right leads on in a book from left to right, left in one from right to left", () => {
    expect(turnOf("right", false)).toBe("next");
    expect(turnOf("left", false)).toBe("previous");
    expect(turnOf("left", true)).toBe("next");
    expect(turnOf("right", true)).toBe("previous");
  });

  test.each([
    [10, "left"],
    [299, "left"],
    [500, "middle"],
    [701, "right"],
    [999, "right"],
  ])("a tap at %i of 1000 pixels is %s", (x, zone) => {
    expect(zoneOf(x, 1000)).toBe(zone);
  });

  test("the sides may be narrower, or none", () => {
    expect(zoneOf(200, 1000, 0.12)).toBe("middle");
    expect(zoneOf(100, 1000, 0.12)).toBe("left");
    expect(zoneOf(1000, 1000, 0)).toBe("middle");
  });
});
