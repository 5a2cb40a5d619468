import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Challenge, type ChallengeDetail, challengesContract } from "#shared/challenges/contract.ts";
import { query, queryKey, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

const { getChallenge, listActive, listUpcoming, listMine, join, leave } = challengesContract;
const touched = [getChallenge, listActive, listUpcoming, listMine];

export function useMyChallenges() {
  const isSignedIn = useUser() !== null;
  return useQuery({ ...query(listMine, {}), enabled: isSignedIn });
}

export function useParticipation(challenge: Challenge) {
  const show = useShown(challenge);
  const joining = useContractMutation(join, { refreshes: touched });
  const leaving = useContractMutation(leave, { refreshes: touched });
  const params = { challengeId: challenge.id };

  const joinNow = () => {
    const rollBack = show({ joinedAt: new Date(), completedAt: null, progress: 0 });
    joining.mutateAsync({ params }).catch(rollBack);
  };
  return {
    join: joinNow,
    leave: () => {
      const rollBack = show(null);
      leaving.mutateAsync({ params }).catch(rollBack);
      toast({
        title: t("challenge.left"),
        description: t("challenge.leftHint"),
        action: { label: t("common.undo"), onSelect: joinNow },
      });
    },
  };
}

/** The path instead of the contract, whose schemas are not part of the first load. */
const pathOfCommunity = "/api/communities/:communityId/challenges";

type Mine = ChallengeDetail["mine"];

function useShown(challenge: Challenge) {
  const { id } = challenge;
  const client = useQueryClient();
  return (participation: Mine): (() => void) => {
    const reads = [getChallenge, listActive, listUpcoming, listMine];
    const before = reads.flatMap((read) => client.getQueriesData({ queryKey: queryKey(read) }));
    const counted = <C extends Challenge>(shown: C): C =>
      shown.id === id
        ? { ...shown, participantCount: shown.participantCount + (participation ? 1 : -1) }
        : shown;

    const lists = [...[listActive, listUpcoming].map(({ path }) => path), pathOfCommunity];
    for (const path of lists) {
      client.setQueriesData<readonly Challenge[]>({ queryKey: [path] }, (all) => all?.map(counted));
    }
    client.setQueriesData<ChallengeDetail>({ queryKey: queryKey(getChallenge) }, (shown) =>
      shown?.id === id ? { ...counted(shown), mine: participation } : shown,
    );
    client.setQueryData(query(listMine, {}).queryKey, (all) => {
      const others = all?.filter((each) => each.challenge.id !== id);
      return participation && others
        ? [...others, { ...participation, challenge: counted(challenge) }]
        : others;
    });
    return () => {
      for (const [key, data] of before) client.setQueryData(key, data);
    };
  };
}
