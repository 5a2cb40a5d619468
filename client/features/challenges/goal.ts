import type { Challenge, GoalType } from "#shared/challenges/contract.ts";
import { count } from "#client/lib/format.ts";
import { say, type Text } from "#client/lib/words.ts";

const goalTexts = {
  books: "challenges.goalBooks",
  pages: "challenges.goalPages",
  minutes: "challenges.goalMinutes",
  chapters: "challenges.goalChapters",
  days: "challenges.goalDays",
} as const satisfies Record<GoalType, Text>;

/** "3 books", "1,000 pages": what a challenge asks for. */
export function goalText({ goal, goalType }: Pick<Challenge, "goal" | "goalType">): string {
  return say(goalTexts[goalType], { n: goal, amount: count(goal) });
}
