import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { Discussion } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const { updateDiscussion, getDiscussion, listDiscussions } = discussionsContract;
const maxListed = 50;

interface MoveDiscussionProps {
  readonly discussion: Discussion;
  readonly onClose: () => void;
  readonly onMoved: (communityId: CommunityId) => void;
}

/** Moves a discussion to another community that the moderator moderates. */
export function MoveDiscussion({ discussion, onClose, onMoved }: MoveDiscussionProps) {
  const myCommunities = useQuery(
    query(communityContract.listCommunities, { query: { only: "mine", limit: maxListed } }),
  );
  const [selected, setSelected] = useState<CommunityId | null>(null);
  const moveMutation = useContractMutation(updateDiscussion, {
    invalidates: [getDiscussion, listDiscussions],
    handlesErrors: true,
  });
  const targets = (myCommunities.data?.communities ?? []).filter(
    ({ id, membership }) =>
      id !== discussion.communityId && membership?.state === "active" && membership.role !== "member",
  );
  const target = selected ?? targets[0]?.id;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!target) return;
    const params = { discussionId: discussion.id };
    moveMutation.mutate({ params, body: { communityId: target } }, { onSuccess: () => onMoved(target) });
  };
  return (
    <Dialog title={t("community.move")} description={t("community.moveHint")} isOpen onClose={onClose}>
      {target ? (
        <form onSubmit={onSubmit} className="flex flex-col gap-4">
          <Select
            label={t("community.moveTo")}
            options={targets.map(({ id, name }) => ({ value: id, label: name }))}
            value={target}
            onChange={setSelected}
          />
          <FormFooter
            error={moveMutation.error ? getErrorMessage(moveMutation.error) : null}
            submit={t("community.move")}
            isPending={moveMutation.isPending}
            onCancel={onClose}
          />
        </form>
      ) : (
        <p>{t(myCommunities.isPending ? "common.loading" : "community.noMoveTarget")}</p>
      )}
    </Dialog>
  );
}
