import { countDaysBetween, type Day } from "#shared/reading-activity/time-zone.ts";
import type { Portion } from "./contract.ts";

export const dailyParts = 5;

interface BookProgress {
  readonly unit: Portion["unit"];
  readonly total: number;
  /** Fractions of the book: at the start of the day, and now. */
  readonly atDayStart: number;
  readonly now: number;
  readonly today: Day;
  readonly until: Day;
  readonly splitByPrayer: boolean;
}

export function computeDailyPortion({
  unit,
  total,
  atDayStart,
  now,
  today,
  until,
  splitByPrayer,
}: BookProgress): Portion {
  const daysLeft = Math.max(0, countDaysBetween(today, until) + 1);
  const progressAtStart = Math.min(atDayStart, now);
  const remaining = total * (1 - now);
  const doneToday = total * (now - progressAtStart);
  if (daysLeft === 0)
    return {
      unit,
      remaining: roundUp(remaining),
      daysLeft,
      today: null,
      doneToday: roundDown(doneToday),
      parts: null,
    };
  const portion = (total * (1 - progressAtStart)) / daysLeft;
  const isDone = doneToday >= portion - 1e-9;
  const each = portion / dailyParts;
  const parts = each > 0 ? Math.min(dailyParts, Math.floor(doneToday / each + 1e-9)) : dailyParts;
  return {
    unit,
    remaining: roundUp(remaining),
    daysLeft,
    today: roundUp(portion),
    doneToday: Math.max(roundDown(doneToday), isDone ? roundUp(portion) : 0),
    parts: splitByPrayer ? { each: roundUp(each * 10) / 10, done: parts } : null,
  };
}

const roundUp = (amount: number) => Math.max(0, Math.ceil(amount - 1e-9));
const roundDown = (amount: number) => Math.floor(amount + 1e-9);
