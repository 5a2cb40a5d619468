import { describe, expect, test } from "vitest";
import { PausedReading } from "./paused-reading.ts";

const makeTarget = (chapterNumber: number, time: number) => ({ chapterNumber, time });

describe("resuming from the page", () => {
  test("continues the audio at the last page turned to", () => {
    const paused = new PausedReading();

    paused.store(makeTarget(1, 30), makeTarget(1, 50));
    paused.store(makeTarget(1, 30), makeTarget(2, 4));

    expect(paused.getPage(makeTarget(1, 30.2))).toEqual(makeTarget(2, 4));
  });

  test("is cleared when the audio is moved or resumed", () => {
    const paused = new PausedReading();
    paused.store(makeTarget(1, 30), makeTarget(2, 4));

    expect(paused.getPage(makeTarget(1, 90))).toBeNull();
    expect(paused.getPage(makeTarget(2, 30))).toBeNull();
    paused.clear();
    expect(paused.getPage(makeTarget(1, 30))).toBeNull();
  });

  test("leaves the audio when the page has no sync position", () => {
    const paused = new PausedReading();
    paused.store(makeTarget(1, 30), null);

    expect(paused.getPage(makeTarget(1, 30))).toBeNull();
  });
});
