import { type FormEvent, useState } from "react";
import { maxPostLength, type Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";

interface PostEditorProps {
  readonly post: Post;
  readonly onClose: () => void;
  readonly onSaved: (post: Post) => void;
}

export function PostEditor({ post, onClose, onSaved }: PostEditorProps) {
  const [text, setText] = useState(post.source ?? "");
  const updateMutation = useContractMutation(discussionsContract.updatePost, { handlesErrors: true });
  const save = () =>
    updateMutation.mutate({ params: { postId: post.id }, body: { text } }, { onSuccess: onSaved });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-3">
      <RichTextArea
        label={t("community.text")}
        maxLength={maxPostLength}
        rows={6}
        value={text}
        onChange={setText}
        onSubmit={save}
      />
      <FormFooter
        error={updateMutation.error ? getErrorMessage(updateMutation.error) : null}
        submit={t("common.save")}
        isPending={updateMutation.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
