import { History, RotateCcw, ShieldX } from "lucide-react";
import { useState } from "react";
import type { Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import type { MenuProps } from "#client/ui/overlays/menu-popup.tsx";
import { PostHistory } from "./post-history.tsx";

const { moderatePost } = discussionsContract;

/** A moderator's actions on posts, and the dialog of the chosen one. */
export function usePostModeration(replace: (post: Post) => void) {
  const [open, setOpen] = useState<{ readonly dialog: "remove" | "history"; readonly post: Post } | null>(
    null,
  );
  const moderateMutation = useContractMutation(moderatePost);
  const close = () => setOpen(null);

  const getMenuGroup = (post: Post): MenuProps["groups"][number] => {
    const params = { postId: post.id };
    const isVisible = post.state === "shown" || post.state === "held";
    const restore = {
      label: t(post.state === "held" ? "community.approve" : "community.restore"),
      icon: <RotateCcw aria-hidden />,
      onSelect: () => moderateMutation.mutate({ params, body: { state: "shown" } }, { onSuccess: replace }),
    };
    const showHistory = {
      label: t("community.editHistory"),
      icon: <History aria-hidden />,
      onSelect: () => setOpen({ dialog: "history", post }),
    };
    const remove = {
      label: t("community.removePost"),
      icon: <ShieldX aria-hidden />,
      isDestructive: true,
      onSelect: () => setOpen({ dialog: "remove", post }),
    };
    return [
      ...(post.state === "held" || post.state === "removed" ? [restore] : []),
      ...(post.editedAt && post.state !== "deleted" ? [showHistory] : []),
      ...(isVisible && !post.isMine ? [remove] : []),
    ];
  };

  const removePost = (post: Post, reason: string) => {
    close();
    moderateMutation.mutate(
      { params: { postId: post.id }, body: { state: "removed", ...(reason && { reason }) } },
      { onSuccess: replace },
    );
  };
  const dialog =
    open &&
    (open.dialog === "history" ? (
      <PostHistory postId={open.post.id} onClose={close} />
    ) : (
      <RemovePost onClose={close} onRemove={(reason) => removePost(open.post, reason)} />
    ));
  return { getMenuGroup, dialog };
}

interface RemovePostProps {
  readonly onRemove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Asks a moderator for the reason, which the author sees. */
function RemovePost({ onRemove, onClose }: RemovePostProps) {
  const form = useForm({ values: { reason: "" }, onSubmit: ({ reason }) => onRemove(reason.trim()) });
  return (
    <FormDialog
      form={form}
      title={t("community.removePost")}
      description={t("community.removeHint")}
      submit={t("community.removePost")}
      onClose={onClose}
    >
      <TextField {...form.field("reason")} label={t("community.removeReason")} maxLength={300} />
    </FormDialog>
  );
}
