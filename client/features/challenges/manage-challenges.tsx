import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { Challenge } from "#shared/challenges/contract.ts";
import { challengesStaffContract } from "#shared/challenges/staff.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { ChallengeForm } from "./challenge-form.tsx";
import { formatChallengeDates, formatGoal } from "./challenge-texts.ts";

const { listAllChallenges, deleteChallenge } = challengesStaffContract;

/** The challenges of the site, for staff. */
export function ManageChallenges({ canDelete }: { readonly canDelete: boolean }) {
  const list = useQuery(query(listAllChallenges, {}));
  const [edited, setEdited] = useState<Challenge | "new" | null>(null);
  const [deleted, setDeleted] = useState<Challenge | null>(null);
  const deleteMutation = useContractMutation(deleteChallenge);
  return (
    <div className="flex flex-col gap-4">
      <Button className="self-start" onClick={() => setEdited("new")}>
        {t("challenge.newChallenge")}
      </Button>
      <QueryState
        query={list}
        loading={
          <Skeletons count={3} className="flex flex-col gap-3">
            <Skeleton className="h-20 rounded-card" />
          </Skeletons>
        }
        isEmpty={(all) => all.length === 0}
        empty={<EmptyState title={t("challenge.noneActive")} />}
        errorTitle={t("challenge.failed")}
      >
        {(all) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {all.map((challenge) => (
              <li key={challenge.id} className="flex flex-wrap items-center gap-3 p-4">
                <div className="min-w-0 flex-1">
                  <Link
                    to={`/challenges/${challenge.id}`}
                    className="font-medium text-ink hover:text-primary"
                  >
                    <bdi>{challenge.title}</bdi>
                  </Link>
                  <p className="flex flex-wrap gap-x-3 text-muted text-small">
                    <span>{formatGoal(challenge)}</span>
                    <span>{formatChallengeDates(challenge)}</span>
                    <span>{t("challenge.participants", { n: challenge.participantCount })}</span>
                  </p>
                </div>
                <Button tone="secondary" size="small" onClick={() => setEdited(challenge)}>
                  {t("challenge.edit")}
                  <span className="sr-only">: {challenge.title}</span>
                </Button>
                {canDelete && (
                  <Button tone="quiet" size="small" onClick={() => setDeleted(challenge)}>
                    {t("challenge.delete")}
                    <span className="sr-only">: {challenge.title}</span>
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {edited && (
        <ChallengeForm challenge={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
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
            { params: { challengeId: deleted.id } },
            { onSuccess: () => setDeleted(null) },
          )
        }
      />
    </div>
  );
}
