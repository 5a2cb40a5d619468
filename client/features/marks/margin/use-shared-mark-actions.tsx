import { Check, Flag, ShieldX, UserMinus } from "lucide-react";
import { useState } from "react";
import { marginContract } from "#shared/marks/margin-contract.ts";
import type { MarginCommunity, SharedMark } from "#shared/marks/shared-mark.ts";
import { ReportContent } from "#client/features/moderation/index.ts";
import { usePersonActions } from "#client/features/people/index.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import type { GroupedMark } from "./group-shares.ts";

const { moderateSharedMark, unshareMark } = marginContract;

type MenuItems = MenuProps["groups"][number];

interface OpenDialog {
  readonly kind: "report" | "remove";
  readonly share: SharedMark;
}

/** The menu of a shared mark, with actions for each of its communities, and the dialog of the chosen item. */
export function useSharedMarkActions(
  { shares, person }: GroupedMark,
  communities: readonly MarginCommunity[],
) {
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const moderateMutation = useContractMutation(moderateSharedMark);
  const unshareMutation = useContractMutation(unshareMark);
  const getPersonActions = usePersonActions();
  const close = () => setOpen(null);
  const show = ({ id }: SharedMark) =>
    moderateMutation.mutate({ params: { sharedMarkId: id }, body: { state: "shown" } });
  const remove = (share: SharedMark, reason: string) => {
    close();
    const action = { label: t("common.undo"), onSelect: () => show(share) };
    const body = { state: "removed" as const, ...(reason && { reason }) };
    moderateMutation.mutate(
      { params: { sharedMarkId: share.id }, body },
      { onSuccess: () => toast({ title: t("margin.removed"), action }) },
    );
  };

  const listItems = (share: SharedMark): MenuItems => {
    const { markId, communityId, isMine, state } = share;
    const community = communities.find(({ id }) => id === communityId);
    const toLabel = (action: string) =>
      shares.length > 1 && community ? `${action} · ${community.name}` : action;
    const own = markId && {
      label: toLabel(t("margin.stopSharing")),
      icon: <UserMinus aria-hidden />,
      onSelect: () => unshareMutation.mutate({ params: { markId, communityId } }),
    };
    const report = {
      label: toLabel(t("moderation.report")),
      icon: <Flag aria-hidden />,
      onSelect: () => setOpen({ kind: "report", share }),
    };
    const approve = {
      label: toLabel(t("margin.approve")),
      icon: <Check aria-hidden />,
      onSelect: () => show(share),
    };
    const takeDown = {
      label: toLabel(t("margin.remove")),
      icon: <ShieldX aria-hidden />,
      isDestructive: true,
      onSelect: () => setOpen({ kind: "remove", share }),
    };
    const moderation = [...(state === "held" ? [approve] : []), ...(isMine ? [] : [takeDown])];
    return [own || report, ...(community?.canModerate ? moderation : [])];
  };
  const dialog =
    open?.kind === "report" ? (
      <ReportContent subject={{ type: "shared-mark", id: open.share.id }} onClose={close} />
    ) : (
      open && <RemoveSharedMark onRemove={(reason) => remove(open.share, reason)} onClose={close} />
    );
  return { groups: [...shares.map(listItems), ...getPersonActions(person)], dialog };
}

interface RemoveSharedMarkProps {
  readonly onRemove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason, which the owner sees. */
function RemoveSharedMark({ onRemove, onClose }: RemoveSharedMarkProps) {
  const form = useForm({ values: { reason: "" }, onSubmit: ({ reason }) => onRemove(reason.trim()) });
  return (
    <FormDialog
      form={form}
      title={t("margin.remove")}
      description={t("margin.removeHint")}
      submit={t("margin.remove")}
      onClose={onClose}
    >
      <TextField {...form.field("reason")} label={t("margin.removeReason")} maxLength={300} />
    </FormDialog>
  );
}
