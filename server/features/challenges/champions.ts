import { getShortName } from "#shared/accounts/short-name.ts";
import { isStaff } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Champion, challengesContract } from "#shared/challenges/contract.ts";
import type { GuestContext } from "#server/http/api/context.ts";
import { findRank, listTopReaders } from "./champion-queries.ts";

const maxChampions = 100;

const getPeriodKeys = (now: Date) => ({
  month: now.toISOString().slice(0, 7),
  year: now.toISOString().slice(0, 4),
  all: "all",
});

export async function listChampions(
  { db, clock, user }: GuestContext,
  { query: requested }: InputOf<typeof challengesContract.listChampions>,
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
