import { getShortName } from "#shared/accounts/short-name.ts";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { Champion, ChampionKind, ChampionPeriod } from "#shared/challenges/contract.ts";
import type { Services } from "#server/services.ts";
import { findRank, listTopReaders } from "./champion-queries.ts";

const maxChampions = 100;

const getPeriodKeys = (now: Date) => ({
  month: now.toISOString().slice(0, 7),
  year: now.toISOString().slice(0, 4),
  all: "all",
});

export async function listChampions(
  { db, clock }: Pick<Services, "db" | "clock">,
  user: User | null,
  requested: { readonly period?: ChampionPeriod | undefined; readonly kind?: ChampionKind | undefined },
): Promise<{
  champions: Champion[];
  me: { amount: number; rank: number | null; participates: boolean } | null;
}> {
  const now = clock();
  const { kind = "books" } = requested;
  const period = getPeriodKeys(now)[requested.period ?? "month"];
  const [rows, rank] = await Promise.all([
    listTopReaders(db, kind, period, now, maxChampions),
    user && findRank(db, kind, period, user.id, now),
  ]);
  return {
    champions: rows.map(({ userId, firstName, lastName, username, ...champion }) => ({
      ...champion,
      userId: user && isStaff(user) ? userId : null,
      username: user && username,
      name: getShortName(firstName, lastName),
      isMe: userId === user?.id,
    })),
    me: rank && {
      ...rank,
      rank: rank.participates && rank.amount > 0 ? rank.rank : null,
    },
  };
}
