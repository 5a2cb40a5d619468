import { type Day, daysBetween } from "#shared/reading-activity/time-zone.ts";
import type { Portion } from "./contract.ts";

export const getPartsOfDay = 5;

interface Course {
  readonly unit: Portion["unit"];
  /** Pages or minutes of the whole book. */
  readonly total: number;
  /** Shares of the book: where the day began, and now. */
  readonly atDawn: number;
  readonly now: number;
  readonly today: Day;
  readonly until: Day;
  readonly splitByPrayer: boolean;
}

/**
 * What is to be read today so that a book is finished by a day: what was left this morning, in equal parts on the days
 * that are left. What was not read yesterday is spread over them, and what was read more makes them lighter.
 */
export function dailyPortion({ unit, total, atDawn, now, today, until, splitByPrayer }: Course): Portion {
  const daysLeft = Math.max(0, daysBetween(today, until) + 1);
  // Who leafed back has not read less today than nothing.
  const hasBegun = Math.min(atDawn, now);
  const left = total * (1 - now);
  const doneToday = total * (now - hasBegun);
  if (daysLeft === 0)
    return { unit, left: up(left), daysLeft, today: null, doneToday: down(doneToday), parts: null };
  const portion = (total * (1 - hasBegun)) / daysLeft;
  const isDone = doneToday >= portion - 1e-9;
  const each = portion / getPartsOfDay;
  const parts = each > 0 ? Math.min(getPartsOfDay, Math.floor(doneToday / each + 1e-9)) : getPartsOfDay;
  return {
    ...{ unit, left: up(left), daysLeft, today: up(portion) },
    // A portion that was read is not said to lack the part of a page by which it was told larger.
    doneToday: Math.max(down(doneToday), isDone ? up(portion) : 0),
    parts: splitByPrayer ? { each: up(each * 10) / 10, done: parts } : null,
  };
}

/** Nobody reads a part of a page less; and nothing is claimed that was not read. */
const up = (amount: number) => Math.max(0, Math.ceil(amount - 1e-9));
const down = (amount: number) => Math.floor(amount + 1e-9);
