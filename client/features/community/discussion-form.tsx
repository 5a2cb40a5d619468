import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { BookLink, CommunityDetail } from "#shared/community/community.ts";
import { type Discussion, maxPostLength, maxTitleLength } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Locator, SentenceId } from "#shared/positions/position.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { VerifyEmailLink } from "#client/ui/feedback/verify-email-link.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { MentionList } from "./mention-list.tsx";
import { useDraft } from "./use-draft.ts";

export interface Passage {
  readonly bookId: BookId;
  /** Null for the place that the reader has reached. */
  readonly sentence: SentenceId | null;
  /** The selected text. */
  readonly quote: string;
}

interface DiscussionFormProps {
  readonly community: CommunityDetail;
  /** The passage to discuss; null to choose. */
  readonly passage: Passage | null;
  readonly onClose: () => void;
  readonly onStarted: (discussion: Discussion) => void;
}

const { createDiscussion, listDiscussions } = discussionsContract;

/** Starts a discussion, of a place in a book if the reader chooses one. */
export function DiscussionForm({ community, passage, onClose, onStarted }: DiscussionFormProps) {
  const quote = passage?.quote ? `> ${passage.quote.replace(/\n+/g, "\n> ")}\n\n` : "";
  const { draft, set, clear } = useDraft(community.id, quote);
  const [clientId] = useState(createId);
  const anchorChoice = useAnchorChoice(community, passage);
  const createMutation = useContractMutation(createDiscussion, {
    invalidates: [listDiscussions],
    handlesErrors: true,
  });
  const errors = getFieldErrors(createMutation.error);

  const submit = () => {
    const body = { ...draft, clientId, ...(anchorChoice.anchor && { anchor: anchorChoice.anchor }) };
    createMutation.mutate(
      { params: { communityId: community.id }, body },
      {
        onSuccess: (discussion) => {
          clear();
          onStarted(discussion);
        },
      },
    );
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return (
    <Dialog title={t("community.start")} isOpen onClose={onClose}>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label={t("community.discussionTitle")}
          error={errors["title"]}
          maxLength={maxTitleLength}
          required
          value={draft.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <RichTextArea
          label={t("community.text")}
          error={errors["text"]}
          maxLength={maxPostLength}
          rows={7}
          value={draft.text}
          onChange={(text) => set({ text })}
          onSubmit={submit}
          suggest={(prefix, onChoose) => (
            <MentionList communityId={community.id} prefix={prefix} onChoose={onChoose} />
          )}
        />
        {anchorChoice.fields}
        <VerifyEmailLink error={createMutation.error} />
        <FormFooter
          error={
            createMutation.error && Object.keys(errors).length === 0
              ? getErrorMessage(createMutation.error)
              : null
          }
          submit={t("community.post")}
          isPending={createMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

type Audience = "open" | "here" | "end";
type Anchor = NonNullable<InputOf<typeof createDiscussion>["body"]["anchor"]>;

/** Which place of which book a discussion is about. */
function useAnchorChoice(community: CommunityDetail, passage: Passage | null) {
  const passageBook = useQuery({
    ...query(booksContract.getBook, { params: { bookId: passage?.bookId as BookId } }),
    enabled: passage !== null,
  });
  const scheduled = community.schedule.map(({ book }): Pick<BookLink, "id" | "title"> => book);
  const books = passage ? [{ id: passage.bookId, title: passageBook.data?.title ?? "" }] : scheduled;
  const current = community.schedule.find(({ isCurrent }) => isCurrent)?.book.id;
  const [bookId, setBookId] = useState<string>(passage?.bookId ?? current ?? "");
  const [audience, setAudience] = useState<Audience>(passage ? "here" : "open");
  const book = books.find(({ id }) => id === bookId);
  const position = useQuery({
    ...query(positionsContract.getPosition, { params: { bookId: book?.id as BookId } }),
    enabled: book !== undefined && !passage?.sentence,
  });
  // The server calculates the fraction of a sentence.
  const passagePosition: Locator | null = passage?.sentence
    ? { sentence: passage.sentence, fraction: 0 }
    : (position.data?.current?.place ?? null);
  const place =
    audience === "here" ? passagePosition : audience === "end" ? { fraction: 1 } : { fraction: 0 };
  const anchor: Anchor | undefined = book && place ? { bookId: book.id, place } : undefined;
  const audiences: { value: Audience; label: string }[] = [
    { value: "open", label: t("community.visibleToAll") },
    ...(passagePosition
      ? [
          {
            value: "here" as const,
            label: passage?.sentence
              ? t("community.visibleToPassage")
              : t("community.visibleToReached", { at: formatPercent(passagePosition.fraction) }),
          },
        ]
      : []),
    { value: "end", label: t("community.visibleToFinished") },
  ];
  const fields =
    books.length === 0 ? null : (
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t("community.aboutBook")}
          options={[
            ...(passage ? [] : [{ value: "", label: t("community.noBook") }]),
            ...books.map(({ id, title }) => ({ value: id as string, label: title })),
          ]}
          value={bookId}
          onChange={setBookId}
        />
        {book && (
          <Select
            label={t("community.visibleTo")}
            hint={t("community.visibleToHint")}
            options={audiences}
            value={audience}
            onChange={setAudience}
          />
        )}
      </div>
    );
  return { anchor, fields };
}
