import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { communityChallengesContract } from "#shared/challenges/community.ts";
import type { Challenge } from "#shared/challenges/contract.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { ChallengeForm } from "./challenge-form.tsx";
import { ChallengeTile, ChallengeTileSkeleton } from "./challenge-tile.tsx";
import { useMyChallenges } from "./use-participation.ts";

const { listCommunityChallenges, deleteCommunityChallenge } = communityChallengesContract;

interface CommunityChallengesProps {
  readonly communityId: CommunityId;
  readonly canJoin: boolean;
  readonly canModerate: boolean;
}

export function CommunityChallenges({ communityId, canJoin, canModerate }: CommunityChallengesProps) {
  const params = { communityId };
  const list = useQuery(query(listCommunityChallenges, { params }));
  const myChallenges = useMyChallenges();
  const [edited, setEdited] = useState<Challenge | "new" | null>(null);
  const [deleted, setDeleted] = useState<Challenge | null>(null);
  const deleteMutation = useContractMutation(deleteCommunityChallenge);
  const findParticipation = ({ id }: Challenge) =>
    canJoin
      ? myChallenges.data && (myChallenges.data.find(({ challenge }) => challenge.id === id) ?? null)
      : null;
  return (
    <div className="flex flex-col gap-4">
      {canModerate && (
        <Button tone="secondary" size="small" className="self-start" onClick={() => setEdited("new")}>
          {t("challenge.newChallenge")}
        </Button>
      )}
      <QueryState
        query={list}
        loading={
          <Skeletons count={2} className="grid gap-4 sm:grid-cols-2">
            <ChallengeTileSkeleton />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState title={t("challenge.noneOfCommunity")} hint={t("challenge.noneOfCommunityHint")} />
        }
        errorTitle={t("challenge.failed")}
      >
        {(all) => (
          <ul className="grid gap-4 sm:grid-cols-2">
            {all.map((challenge) => (
              <li key={challenge.id} className="flex min-w-0 flex-col gap-1">
                <ChallengeTile
                  challenge={challenge}
                  participation={findParticipation(challenge)}
                  canJoin={canJoin}
                />
                {canModerate && (
                  <div className="flex gap-1">
                    <Button tone="quiet" size="small" onClick={() => setEdited(challenge)}>
                      {t("challenge.edit")}
                      <span className="sr-only">: {challenge.title}</span>
                    </Button>
                    <Button tone="quiet" size="small" onClick={() => setDeleted(challenge)}>
                      {t("challenge.delete")}
                      <span className="sr-only">: {challenge.title}</span>
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {edited && (
        <ChallengeForm
          challenge={edited === "new" ? null : edited}
          communityId={communityId}
          onClose={() => setEdited(null)}
        />
      )}
      <ConfirmDialog
        title={t("challenge.delete")}
        description={t("challenge.deleteHint")}
        confirmLabel={t("challenge.delete")}
        isPending={deleteMutation.isPending}
        isOpen={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() =>
          deleted &&
          deleteMutation.mutate(
            { params: { communityId, challengeId: deleted.id } },
            { onSuccess: () => setDeleted(null) },
          )
        }
      />
    </div>
  );
}
