import { X } from "lucide-react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { CommunityId } from "#shared/community/community.ts";
import { type DiscussionId, maxPostLength, type Post } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import { MentionList } from "./mention-list.tsx";
import { useDraft } from "./use-draft.ts";

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

const { createPost, getDiscussion, listPosts } = discussionsContract;

export function ReplyForm(props: ReplyFormProps) {
  const { communityId, discussionId, parent, quoted, onEnd } = props;
  const { draft, set, clear } = useDraft(discussionId);
  // A repeated send of the same text creates one post.
  const [clientId, setClientId] = useState(createId);
  const form = useRef<HTMLFormElement>(null);
  const sendMutation = useContractMutation(createPost, {
    invalidates: [getDiscussion, listPosts],
    handlesErrors: true,
  });
  const draftText = useRef(draft.text);
  draftText.current = draft.text;
  const setDraft = useRef(set);
  setDraft.current = set;
  useEffect(() => {
    if (quoted) setDraft.current({ text: `${toQuote(quoted.text)}${draftText.current}` });
  }, [quoted]);
  useEffect(() => {
    if (parent || quoted) form.current?.querySelector("textarea")?.focus();
  }, [parent, quoted]);

  const send = () => {
    const { text } = draft;
    if (text.trim() === "" || sendMutation.isPending) return;
    sendMutation.mutate(
      { params: { discussionId }, body: { text, clientId, ...(parent && { parentId: parent.id }) } },
      {
        onSuccess: () => {
          setClientId(createId());
          // Text written or quoted meanwhile stays.
          const rest = draftText.current.replace(text, "");
          if (rest.trim() !== "") return setDraft.current({ text: rest });
          clear();
          onEnd();
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
  };
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      className="flex flex-col gap-2 rounded-card border border-line bg-surface p-4"
    >
      {parent && (
        <p className="flex items-center gap-2 text-muted text-small">
          {t("community.inReplyTo", { name: parent.author?.name ?? t("community.deletedUser") })}
          <IconButton label={t("community.cancelReply")} icon={<X aria-hidden />} onClick={onEnd} />
        </p>
      )}
      <RichTextArea
        label={t("community.yourReply")}
        maxLength={maxPostLength}
        rows={4}
        value={draft.text}
        onChange={(text) => set({ text })}
        onSubmit={send}
        suggest={(prefix, onChoose) => (
          <MentionList communityId={communityId} prefix={prefix} onChoose={onChoose} />
        )}
      />
      {sendMutation.error && (
        <p role="alert" className="text-destructive text-small">
          {getErrorMessage(sendMutation.error)} <VerifyEmailLink error={sendMutation.error} />
        </p>
      )}
      <Button
        type="submit"
        className="self-end"
        disabled={draft.text.trim() === ""}
        isPending={sendMutation.isPending}
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
