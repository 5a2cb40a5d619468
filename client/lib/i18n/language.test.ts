import { afterEach, expect, test } from "vitest";
import { chooseCalendar } from "./calendar.ts";
import { formatCalendarDay, formatDuration, formatRelativeTime } from "./format.ts";
import { t } from "./i18n.ts";
import { chooseLanguage, getChosenLanguage } from "./language.ts";
import { getReadingDirection } from "./reading-direction.ts";

afterEach(() => chooseLanguage("en"));

test("choosing Arabic changes direction, texts and the language cookie", async () => {
  await chooseLanguage("ar");

  expect(document.documentElement).toHaveAttribute("lang", "ar");
  expect(getReadingDirection()).toBe("rtl");
  expect(document.cookie).toContain("language=ar");
  expect(t("common.tryAgain")).toBe("حاول مرة أخرى");

  await chooseLanguage("en");

  expect(getChosenLanguage()).toBe("en");
  expect(getReadingDirection()).toBe("ltr");
  expect(document.cookie).toContain("language=en");
  expect(t("common.tryAgain")).toBe("Try Again");
});

test("Arabic plurals have six forms", async () => {
  await chooseLanguage("ar");
  const formatBookCount = (n: number) => t("book.bookCount", { n });

  expect([0, 1, 2, 3, 11, 100].map(formatBookCount)).toEqual([
    "لا كتب",
    "كتاب واحد",
    "كتابان",
    "3 كتب",
    "11 كتابًا",
    "100 كتاب",
  ]);
});

test("times and durations are formatted in Arabic", async () => {
  await chooseLanguage("ar");
  const now = new Date("2026-03-10T12:00:00Z");
  const formatAgo = (minutes: number) => formatRelativeTime(new Date(now.getTime() - minutes * 60_000), now);

  expect([0, 1, 2, 5, 60, 3 * 60, 48 * 60].map(formatAgo)).toEqual([
    "الآن",
    "قبل دقيقة",
    "قبل دقيقتين",
    "قبل 5 دقائق",
    "قبل ساعة",
    "قبل 3 ساعات",
    "قبل يومين",
  ]);
  expect([45, 3540, 8123].map(formatDuration)).toEqual(["45 ث", "59 د", "2 س 15 د"]);
});

test("a day is in the chosen calendar", async () => {
  const day = new Date("2026-11-21T12:00:00Z");

  expect(formatCalendarDay(day)).toBe("November 21, 2026");
  chooseCalendar("hijri");
  expect(formatCalendarDay(day)).toBe("Jumada II 11, 1448 AH");
  chooseCalendar("both");
  expect(formatCalendarDay(day)).toBe("November 21, 2026 · Jumada II 11, 1448 AH");
  await chooseLanguage("ar");
  expect(formatCalendarDay(day)).toBe("21 نوفمبر 2026 · 11 جمادى الآخرة 1448 هـ");
});
