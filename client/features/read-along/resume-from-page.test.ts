import { describe, expect, test } from "vitest";
import { PausedReading } from "./resume-from-page.ts";

const target = (chapterNumber: number, time: number) => ({ chapterNumber, time });

describe("reading on in silence", () => {
  test("lets the sound go on from the page, wherever that was turned to last", () => {
    const silence = new PausedReading();

    silence.readOn(target(1, 30), target(1, 50));
    silence.readOn(target(1, 30), target(2, 4));

    expect(silence.pageFor(target(1, 30.2))).toEqual(target(2, 4));
  });

  test("means nothing for a sound that was sent elsewhere since, or that went on", () => {
    const silence = new PausedReading();
    silence.readOn(target(1, 30), target(2, 4));

    expect(silence.pageFor(target(1, 90))).toBeNull();
    expect(silence.pageFor(target(2, 30))).toBeNull();
    silence.end();
    expect(silence.pageFor(target(1, 30))).toBeNull();
  });

  test("leaves the sound where it is when nobody knows where the page is heard", () => {
    const silence = new PausedReading();
    silence.readOn(target(1, 30), null);

    expect(silence.pageFor(target(1, 30))).toBeNull();
  });
});
