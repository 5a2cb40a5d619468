import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Challenge, type ChallengeDetail, challengesContract } from "#shared/challenges/contract.ts";
import { getQueryKey, query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

const { getChallenge, listActive, listUpcoming, listMine, join, leave } = challengesContract;

export function useMyChallenges() {
  const isSignedIn = useUser() !== null;
  return useQuery({ ...query(listMine, {}), enabled: isSignedIn });
}

export function useParticipation(challenge: Challenge) {
  const updateCache = useCacheUpdate(challenge);
  const joinMutation = useContractMutation(join);
  const leaveMutation = useContractMutation(leave);
  const params = { challengeId: challenge.id };

  const joinNow = () => {
    const rollBack = updateCache({ joinedAt: new Date(), completedAt: null, progress: 0 });
    joinMutation.mutateAsync({ params }).catch(rollBack);
  };
  return {
    join: joinNow,
    leave: () => {
      const rollBack = updateCache(null);
      leaveMutation.mutateAsync({ params }).catch(rollBack);
      toast({
        title: t("challenge.left"),
        description: t("challenge.leftHint"),
        action: { label: t("common.undo"), onSelect: joinNow },
      });
    },
  };
}

/** The path instead of the contract, whose schemas are not part of the first load. */
const communityChallengesPath = "/api/communities/:communityId/challenges";

type OwnParticipation = ChallengeDetail["participation"];

function useCacheUpdate(challenge: Challenge) {
  const { id } = challenge;
  const client = useQueryClient();
  return (participation: OwnParticipation): (() => void) => {
    const queries = [getChallenge, listActive, listUpcoming, listMine];
    const previous = queries.flatMap((contract) =>
      client.getQueriesData({ queryKey: getQueryKey(contract) }),
    );
    const updateChallenge = <C extends Challenge>(shown: C): C =>
      shown.id === id
        ? { ...shown, participantCount: shown.participantCount + (participation ? 1 : -1) }
        : shown;

    const lists = [...[listActive, listUpcoming].map(({ path }) => path), communityChallengesPath];
    for (const path of lists) {
      client.setQueriesData<readonly Challenge[]>({ queryKey: [path] }, (all) => all?.map(updateChallenge));
    }
    client.setQueriesData<ChallengeDetail>({ queryKey: getQueryKey(getChallenge) }, (shown) =>
      shown?.id === id ? { ...updateChallenge(shown), participation } : shown,
    );
    client.setQueryData(query(listMine, {}).queryKey, (all) => {
      const others = all?.filter((each) => each.challenge.id !== id);
      return participation && others
        ? [...others, { ...participation, challenge: updateChallenge(challenge) }]
        : others;
    });
    return () => {
      for (const [key, data] of previous) client.setQueryData(key, data);
    };
  };
}
