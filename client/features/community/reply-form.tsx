import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId, Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { isWaiting } from "#client/lib/api/waiting-change.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { MentionList } from "./mention-list.tsx";
import { readDraft, useDraft } from "./use-draft.ts";

interface ReplyFormProps {
  readonly communityId: CommunityId;
  readonly discussionId: DiscussionId;
  /** The post to answer; null for the discussion. */
  readonly parent: Post | null;
  /** Text to quote before what was written; a new object quotes again. */
  readonly quoted: { readonly text: string } | null;
  /** Sent, or the post is no longer answered. */
  readonly onEnd: () => void;
}

const { createPost } = discussionsContract;

export function ReplyForm({ communityId, discussionId, parent, quoted, onEnd }: ReplyFormProps) {
  // A repeated send of the same text creates one post.
  const [clientId, setClientId] = useState(createId);
  const form = useContractForm(createPost, {
    values: { text: readDraft(discussionId).text },
    toInput: ({ text }) => ({
      params: { discussionId },
      body: { text, clientId, ...(parent && { parentId: parent.id }) },
    }),
    waitsAs: ({ body }) => ({ subject: `reply ${body.clientId}`, kind: "reply", value: body.text }),
    onSuccess: (reply, sent) => {
      if (isWaiting(reply)) toast({ title: t("community.replyWaits") });
      setClientId(createId());
      // Text written or quoted meanwhile stays.
      const rest = text.current.replace(sent.text, "");
      if (rest.trim() !== "") return draft.set({ text: rest });
      draft.clear();
      onEnd();
      // The button that was pressed is disabled now.
      const focused = document.activeElement;
      if (focused === document.body || ref.current?.contains(focused))
        ref.current?.querySelector("textarea")?.focus();
    },
  });
  const draft = useDraft(discussionId, form);
  const text = useRef("");
  text.current = form.values.text;
  const setDraft = useRef(draft.set);
  setDraft.current = draft.set;
  useEffect(() => {
    if (quoted) setDraft.current({ text: `${toQuote(quoted.text)}${text.current}` });
  }, [quoted]);
  const { ref } = form.props;
  useEffect(() => {
    if (parent || quoted) ref.current?.querySelector("textarea")?.focus();
  }, [parent, quoted, ref]);
  return (
    <form {...form.props} className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4">
      {parent && (
        <p className="flex items-center gap-2 text-muted text-small">
          {t("community.inReplyTo", { name: parent.author?.name ?? t("community.deletedUser") })}
          <IconButton label={t("community.cancelReply")} icon={<X aria-hidden />} onClick={onEnd} />
        </p>
      )}
      <RichTextArea
        {...form.field("text")}
        label={t("community.yourReply")}
        rows={4}
        onChange={(changed) => draft.set({ text: changed })}
        suggest={(prefix, onChoose) => (
          <MentionList communityId={communityId} prefix={prefix} onChoose={onChoose} />
        )}
      />
      <FormError error={form.error} cause={form.cause} />
      <Button
        type="submit"
        className="self-end"
        disabled={form.values.text.trim() === ""}
        isPending={form.isPending}
      >
        {t("community.reply")}
      </Button>
    </form>
  );
}

const maxQuoteLength = 500;

/** Markdown of a quotation, at most 500 characters. */
function toQuote(text: string): string {
  const excerpt = text.length > maxQuoteLength ? `${text.slice(0, maxQuoteLength).trimEnd()}…` : text;
  return `${excerpt
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")}\n\n`;
}
