import { beforeEach, describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { MonotonicClock } from "./monotonic-clock.ts";
import { ReadingClock } from "./reading-clock.ts";
import type { TimeSpent } from "./recorder.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");

/** A book of 10,000 words and a clock that the test advances; counted every five seconds. */
function createPage(wordCount = 10_000) {
  const time = { ticks: 0 };
  const spent: TimeSpent[] = [];
  const clock = new ReadingClock(
    {
      clock: new MonotonicClock({ wallClock: () => 0, ticks: () => time.ticks }),
      addTime: (each) => void spent.push(each),
      pauseSession: () => {},
    },
    bookId,
    wordCount,
  );
  return {
    clock,
    time,
    pass: (seconds: number) => {
      for (let n = 0; n < seconds; n++) {
        time.ticks += 1_000;
        if (time.ticks % 5_000 === 0) clock.count();
      }
    },
    seconds: () => {
      clock.stop();
      return spent.reduce((all, { ms }) => all + ms, 0) / 1000;
    },
    read: () => {
      clock.stop();
      return spent.reduce((all, { read = 0 }) => all + read, 0);
    },
    chapters: () => {
      clock.stop();
      return spent.reduce((all, { chapters = 0 }) => all + chapters, 0);
    },
  };
}

let fixture = createPage();
beforeEach(() => {
  fixture = createPage();
});

describe("the reading clock", () => {
  test("counts between inputs", () => {
    fixture.pass(50);
    fixture.clock.onActivity();
    fixture.pass(100);
    fixture.clock.onActivity();

    expect(fixture.seconds()).toBe(150);
  });

  test("counts up to 120 s after the last input and continues with the next", () => {
    fixture.pass(600);
    expect(fixture.seconds()).toBe(120);

    fixture.clock.onActivity();
    fixture.pass(30);
    expect(fixture.seconds()).toBe(150);
  });

  test("stops while the page is hidden and ignores inputs then", () => {
    fixture.pass(20);
    fixture.clock.setVisible(false);
    fixture.pass(40);
    fixture.clock.onActivity();
    fixture.pass(40);
    fixture.clock.setVisible(true);
    fixture.pass(10);

    expect(fixture.seconds()).toBe(30);
  });

  test("does not count device sleep", () => {
    fixture.pass(10);
    fixture.time.ticks += 60_000;
    fixture.pass(10);
    // The intervals in which the device fell asleep and woke do not count.
    expect(fixture.seconds()).toBe(15);

    fixture.clock.onActivity();
    fixture.time.ticks += 3_600_000;
    fixture.clock.onActivity();
    fixture.pass(10);
    expect(fixture.seconds()).toBe(25);
  });

  test("counts pages turned forward, limited by the time spent", () => {
    fixture.clock.onPage(0.1, false);
    fixture.pass(60);
    fixture.clock.onPage(0.12, true);
    expect(fixture.read()).toBeCloseTo(0.02);

    fixture.pass(2);
    fixture.clock.onPage(0.92, true);
    expect(fixture.read()).toBeLessThan(0.13);
  });

  test("counts no pages for a jump or for turning back", () => {
    fixture.clock.onPage(0.1, false);
    fixture.pass(60);
    fixture.clock.onPage(0.8, false);
    fixture.pass(60);
    fixture.clock.onPage(0.7, true);

    expect(fixture.read()).toBe(0);
  });

  test("counts the end of a chapter once", () => {
    const chapter = { label: "One" };
    fixture.clock.countChapter(chapter);
    fixture.pass(10);
    fixture.clock.countChapter(chapter);
    fixture.clock.countChapter({ label: "Two" });
    fixture.pass(10);

    expect(fixture.chapters()).toBe(2);
  });

  test("leaves pages without words to the server", () => {
    const images = createPage(0);
    images.clock.onPage(0, false);
    images.pass(30);
    images.clock.onPage(0.25, true);
    images.pass(5);

    expect(images.read()).toBe(0.25);
  });
});
