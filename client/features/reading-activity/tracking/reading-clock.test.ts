import { beforeEach, describe, expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { MonotonicClock } from "./monotonic-clock.ts";
import { ReadingClock } from "./reading-clock.ts";
import type { TimeSpent } from "./recorder.ts";

const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");

/** A book of 10,000 words on a page whose clock is turned by hand, counted every five seconds. */
function page(wordCount = 10_000) {
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
    ...{ clock, time },
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

let kit = page();
beforeEach(() => {
  kit = page();
});

describe("the reading clock", () => {
  test("counts between inputs", () => {
    kit.pass(50);
    kit.clock.onActivity();
    kit.pass(100);
    kit.clock.onActivity();

    expect(kit.seconds()).toBe(150);
  });

  test("counts up to 120 s after the last input and continues with the next", () => {
    kit.pass(600);
    expect(kit.seconds()).toBe(120);

    kit.clock.onActivity();
    kit.pass(30);
    expect(kit.seconds()).toBe(150);
  });

  test("stops while the page is hidden and ignores inputs then", () => {
    kit.pass(20);
    kit.clock.setVisible(false);
    kit.pass(40);
    kit.clock.onActivity();
    kit.pass(40);
    kit.clock.setVisible(true);
    kit.pass(10);

    expect(kit.seconds()).toBe(30);
  });

  test("does not count device sleep", () => {
    kit.pass(10);
    kit.time.ticks += 60_000;
    kit.pass(10);
    // The five seconds in which it fell asleep or woke go with them.
    expect(kit.seconds()).toBe(15);

    kit.clock.onActivity();
    kit.time.ticks += 3_600_000;
    kit.clock.onActivity();
    kit.pass(10);
    expect(kit.seconds()).toBe(25);
  });

  test("counts pages turned forward, limited by the time spent", () => {
    kit.clock.onPage(0.1, false);
    kit.pass(60);
    kit.clock.onPage(0.12, true);
    expect(kit.read()).toBeCloseTo(0.02);

    kit.pass(2);
    kit.clock.onPage(0.92, true);
    expect(kit.read()).toBeLessThan(0.13);
  });

  test("counts no pages for a jump or for turning back", () => {
    kit.clock.onPage(0.1, false);
    kit.pass(60);
    kit.clock.onPage(0.8, false);
    kit.pass(60);
    kit.clock.onPage(0.7, true);

    expect(kit.read()).toBe(0);
  });

  test("counts the end of a chapter once", () => {
    const chapter = { label: "One" };
    kit.clock.countChapter(chapter);
    kit.pass(10);
    kit.clock.countChapter(chapter);
    kit.clock.countChapter({ label: "Two" });
    kit.pass(10);

    expect(kit.chapters()).toBe(2);
  });

  test("leaves pages without words to the server", () => {
    const images = page(0);
    images.clock.onPage(0, false);
    images.pass(30);
    images.clock.onPage(0.25, true);
    images.pass(5);

    expect(images.read()).toBe(0.25);
  });
});
