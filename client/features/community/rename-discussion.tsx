import { type FormEvent, useState } from "react";
import { type Discussion, maxTitleLength } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

const { updateDiscussion, getDiscussion, listDiscussions } = discussionsContract;

interface RenameDiscussionProps {
  readonly discussion: Discussion;
  readonly onClose: () => void;
}

export function RenameDiscussion({ discussion, onClose }: RenameDiscussionProps) {
  const [title, setTitle] = useState(discussion.title);
  const updateMutation = useContractMutation(updateDiscussion, {
    invalidates: [getDiscussion, listDiscussions],
    handlesErrors: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    updateMutation.mutate(
      { params: { discussionId: discussion.id }, body: { title } },
      { onSuccess: onClose },
    );
  };
  return (
    <Dialog title={t("community.rename")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("community.discussionTitle")}
          maxLength={maxTitleLength}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <FormFooter
          error={updateMutation.error ? getErrorMessage(updateMutation.error) : null}
          submit={t("common.save")}
          isPending={updateMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
