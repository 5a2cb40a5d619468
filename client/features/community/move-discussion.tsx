import { useQuery } from "@tanstack/react-query";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { Discussion } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { type Option, Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const { updateDiscussion } = discussionsContract;
const maxListed = 50;

interface MoveDiscussionProps {
  readonly discussion: Discussion;
  readonly onClose: () => void;
  readonly onMoved: (communityId: CommunityId) => void;
}

/** Moves a discussion to another community that the moderator moderates. */
export function MoveDiscussion(props: MoveDiscussionProps) {
  const { discussion, onClose } = props;
  const myCommunities = useQuery(
    query(communityContract.listCommunities, { query: { only: "mine", limit: maxListed } }),
  );
  const targets = (myCommunities.data?.communities ?? [])
    .filter(
      ({ id, membership }) =>
        id !== discussion.communityId && membership?.state === "active" && membership.role !== "member",
    )
    .map(({ id, name }) => ({ value: id, label: name }));
  const [first] = targets;
  if (first) return <MoveForm {...props} targets={targets} first={first.value} />;
  return (
    <Dialog title={t("community.move")} description={t("community.moveHint")} isOpen onClose={onClose}>
      <p>{t(myCommunities.isPending ? "common.loading" : "community.noMoveTarget")}</p>
    </Dialog>
  );
}

interface MoveFormProps extends MoveDiscussionProps {
  readonly targets: readonly Option<CommunityId>[];
  readonly first: CommunityId;
}

function MoveForm({ discussion, onClose, onMoved, targets, first }: MoveFormProps) {
  const form = useContractForm(updateDiscussion, {
    values: { communityId: first },
    toInput: (body) => ({ params: { discussionId: discussion.id }, body }),
    onSuccess: (_, { communityId }) => onMoved(communityId),
  });
  return (
    <FormDialog
      form={form}
      title={t("community.move")}
      description={t("community.moveHint")}
      submit={t("community.move")}
      onClose={onClose}
    >
      <Select {...form.field("communityId")} label={t("community.moveTo")} options={targets} />
    </FormDialog>
  );
}
