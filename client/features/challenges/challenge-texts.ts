import { localizeText } from "#shared/api/language.ts";
import type { Challenge, ChampionKind, GoalType } from "#shared/challenges/contract.ts";
import { formatCalendarDay } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { getPageLanguage } from "#client/lib/i18n/page-language.ts";

/** Title and description in the interface language. */
export function localizeChallenge<T extends Challenge>(challenge: T): T {
  const { title, titleArabic, description, descriptionArabic } = challenge;
  const language = getPageLanguage();
  return {
    ...challenge,
    title: localizeText(language, title, titleArabic),
    description: localizeText(language, description, descriptionArabic),
  };
}

const goalTexts = {
  books: "challenge.goalBooks",
  pages: "challenge.goalPages",
  minutes: "challenge.goalMinutes",
  chapters: "challenge.goalChapters",
  days: "challenge.goalDays",
} as const satisfies Record<GoalType, MessageKey>;

const amountTexts = {
  books: "challenge.booksFinished",
  minutes: "challenge.minutes",
  pages: "challenge.pages",
  streak: "challenge.streakDays",
} as const satisfies Record<ChampionKind, MessageKey>;

/** "3 books finished", "1,200 minutes". */
export const formatAmount = (kind: ChampionKind, n: number): string => t(amountTexts[kind], { n });

/** "Finish 3 books". */
export function formatGoal({ goal, goalType }: Pick<Challenge, "goal" | "goalType">): string {
  return t(goalTexts[goalType], { n: goal });
}

const countingTexts = {
  books: "challenge.countsBooks",
  pages: "challenge.countsPages",
  minutes: "challenge.countsMinutes",
  chapters: "challenge.countsChapters",
  days: "challenge.countsDays",
} as const satisfies Record<GoalType, MessageKey>;

export const getCountingText = (goalType: GoalType): string => t(countingTexts[goalType]);

const dayMs = 86_400_000;

/** A day of a challenge, which is stored at midnight UTC and is the same in every zone. */
const formatDay = (at: Date): string =>
  formatCalendarDay(new Date(`${at.toISOString().slice(0, 10)}T12:00:00`));

export const formatFirstDay = ({ startsAt }: Pick<Challenge, "startsAt">): string => formatDay(startsAt);

export const formatLastDay = ({ endsAt }: Pick<Challenge, "endsAt">): string =>
  formatDay(new Date(endsAt.getTime() - 1));

/** "12 days left", "Begins 1 March 2027", "Ended 2 January 2026". */
export function formatChallengeDates(challenge: Challenge, now: Date = new Date()): string {
  const { startsAt, endsAt } = challenge;
  if (startsAt > now) return t("challenge.beginsOn", { day: formatFirstDay(challenge) });
  if (endsAt <= now) return t("challenge.endedOn", { day: formatLastDay(challenge) });
  return t("challenge.daysLeft", { n: Math.floor((endsAt.getTime() - now.getTime()) / dayMs) });
}

export const isOpen = ({ endsAt }: Challenge, now: Date = new Date()): boolean => endsAt > now;

/** Percentage of the goal, 0 to 100. */
export const getGoalPercent = (goal: number, progress: number): number =>
  Math.min(100, (100 * progress) / Math.max(1, goal));
