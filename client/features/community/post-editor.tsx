import type { Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";

interface PostEditorProps {
  readonly post: Post;
  readonly onClose: () => void;
  readonly onSaved: (post: Post) => void;
}

export function PostEditor({ post, onClose, onSaved }: PostEditorProps) {
  const form = useContractForm(discussionsContract.updatePost, {
    values: { text: post.source ?? "" },
    toInput: (body) => ({ params: { postId: post.id }, body }),
    warnsUnsaved: true,
    onSuccess: onSaved,
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <RichTextArea {...form.field("text")} label={t("community.text")} rows={6} />
      <FormFooter
        error={form.error}
        cause={form.cause}
        submit={t("common.save")}
        isPending={form.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
