import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Challenge, challengesContract, type UserChallenge } from "#shared/challenges/contract.ts";
import { query, useCall } from "#client/lib/api.ts";

const { listActive, listMine, getChallenge, join } = challengesContract;
const active = query(listActive, {});
const mine = query(listMine, {});

/** The challenges that run now. */
export function useActiveChallenges() {
  return useQuery(active);
}

/** Those this reader takes part in; the server completes them while books are read, so they are always asked anew. */
export function useMyChallenges() {
  return useQuery({ ...mine, refetchOnMount: "always" });
}

/** Joins a challenge: it shows at once, and is taken back where that fails. */
export function useJoinChallenge() {
  const client = useQueryClient();
  const call = useCall(join, { refreshes: [listActive, listMine, getChallenge] });

  return (challenge: Challenge) => {
    const before = [active.queryKey, mine.queryKey].map((key) => [key, client.getQueryData(key)] as const);
    client.setQueryData(active.queryKey, (all) =>
      all?.map((one) => (one.id === challenge.id ? more(one) : one)),
    );
    client.setQueryData(mine.queryKey, (all) => [...(all ?? []), joined(challenge)]);
    call.mutate(
      { params: { challengeId: challenge.id } },
      { onError: () => before.forEach(([key, data]) => void client.setQueryData(key, data)) },
    );
  };
}

const more = (challenge: Challenge): Challenge => ({
  ...challenge,
  participantCount: challenge.participantCount + 1,
});

/** As the server will have it in a moment. */
const joined = (challenge: Challenge): UserChallenge => ({
  challenge: more(challenge),
  joinedAt: new Date(),
  completedAt: null,
  progress: null,
});
