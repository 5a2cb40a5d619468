import type { Discussion } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";

const { updateDiscussion } = discussionsContract;

interface RenameDiscussionProps {
  readonly discussion: Discussion;
  readonly onClose: () => void;
}

export function RenameDiscussion({ discussion: { id, title }, onClose }: RenameDiscussionProps) {
  const form = useContractForm(updateDiscussion, {
    values: { title },
    toInput: (body) => ({ params: { discussionId: id }, body }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("community.rename")} submit={t("common.save")} onClose={onClose}>
      <TextField {...form.field("title")} label={t("community.discussionTitle")} />
    </FormDialog>
  );
}
