import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import type { BookLink, CommunityDetail } from "#shared/community/community.ts";
import type { Discussion } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import type { Locator, SentenceId } from "#shared/positions/position.ts";
import { writeQuotation } from "#shared/rich-text/quotation.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatPercent } from "#client/lib/i18n/format-percent.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { RichTextArea } from "#client/ui/forms/rich-text-area.tsx";
import { type Option, Select } from "#client/ui/forms/select.tsx";
import { MentionList } from "./mention-list.tsx";
import { readDraft, useDraft } from "./use-draft.ts";

export interface Passage {
  readonly bookId: BookId;
  /** Null for the position that the reader has reached. */
  readonly sentence: SentenceId | null;
  /** The selected text. */
  readonly quote: string;
  /** Of the book; empty for unknown. */
  readonly title: string;
  /** The content version of the text; null for unknown. */
  readonly version: string | null;
}

interface DiscussionFormProps {
  readonly community: CommunityDetail;
  /** The passage to discuss; null to choose. */
  readonly passage: Passage | null;
  readonly onClose: () => void;
  readonly onStarted: (discussion: Discussion) => void;
}

const { createDiscussion } = discussionsContract;

/** Starts a discussion, of a position in a book if the reader chooses one. */
export function DiscussionForm({ community, passage, onClose, onStarted }: DiscussionFormProps) {
  const quote = passage ? toMarkdown(passage) : "";
  const [clientId] = useState(createId);
  const form = useContractForm(createDiscussion, {
    values: { ...readDraft(community.id, quote), ...getFirstAnchor(community, passage) },
    toInput: ({ title, text }) => ({
      params: { communityId: community.id },
      body: { title, text, clientId, ...(choice.anchor && { anchor: choice.anchor }) },
    }),
    onSuccess: (discussion) => {
      draft.clear();
      onStarted(discussion);
    },
  });
  const draft = useDraft(community.id, form, quote);
  const choice = useAnchorChoice(community, passage, form.values);
  return (
    <FormDialog form={form} title={t("community.start")} submit={t("community.post")} onClose={onClose}>
      <TextField
        {...form.field("title")}
        label={t("community.discussionTitle")}
        onChange={({ target }) => draft.set({ title: target.value })}
      />
      <RichTextArea
        {...form.field("text")}
        label={t("community.text")}
        rows={7}
        onChange={(text) => draft.set({ text })}
        suggest={(prefix, onChoose) => (
          <MentionList communityId={community.id} prefix={prefix} onChoose={onChoose} />
        )}
      />
      {choice.books.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select {...form.field("bookId")} label={t("community.aboutBook")} options={choice.books} />
          {choice.hasBook && (
            <Select
              {...form.field("audience")}
              label={t("community.visibleTo")}
              hint={t("community.visibleToHint")}
              options={choice.audiences}
            />
          )}
        </div>
      )}
    </FormDialog>
  );
}

function toMarkdown({ quote, sentence, ...passage }: Passage): string {
  if (quote === "") return "";
  if (sentence) return `${writeQuotation({ ...passage, sentence, exact: quote })}\n\n`;
  return `> ${quote.replace(/\n+/g, "\n> ")}\n\n`;
}

type Audience = "open" | "here" | "end";
type Anchor = NonNullable<InputOf<typeof createDiscussion>["body"]["anchor"]>;

interface AnchorValues {
  /** Empty for no book. */
  readonly bookId: string;
  readonly audience: Audience;
}

function getFirstAnchor({ schedule }: CommunityDetail, passage: Passage | null): AnchorValues {
  const current = schedule.find(({ isCurrent }) => isCurrent)?.book.id;
  return { bookId: passage?.bookId ?? current ?? "", audience: passage ? "here" : "open" };
}

/** Which position of which book a discussion is about, and the choices. */
function useAnchorChoice(
  community: CommunityDetail,
  passage: Passage | null,
  { bookId, audience }: AnchorValues,
) {
  const passageBook = useQuery({
    ...query(booksContract.getBook, { params: { bookId: passage?.bookId as BookId } }),
    enabled: passage !== null,
  });
  const scheduled = community.schedule.map(({ book }): Pick<BookLink, "id" | "title"> => book);
  const books = passage ? [{ id: passage.bookId, title: passageBook.data?.title ?? "" }] : scheduled;
  const book = books.find(({ id }) => id === bookId);
  const position = useQuery({
    ...query(positionsContract.getPosition, { params: { bookId: book?.id as BookId } }),
    enabled: book !== undefined && !passage?.sentence,
  });
  // The server calculates the fraction of a sentence.
  const reached: Locator | null = passage?.sentence
    ? { sentence: passage.sentence, fraction: 0 }
    : (position.data?.current?.locator ?? null);
  const locator = audience === "here" ? reached : audience === "end" ? { fraction: 1 } : { fraction: 0 };
  const anchor: Anchor | undefined = book && locator ? { bookId: book.id, locator } : undefined;
  const noBook = { value: "", label: t("community.noBook") };
  const options = books.map(({ id, title }) => ({ value: id as string, label: title }));
  return {
    anchor,
    hasBook: book !== undefined,
    books: passage || books.length === 0 ? options : [noBook, ...options],
    audiences: listAudiences(passage, reached),
  };
}

function listAudiences(passage: Passage | null, reached: Locator | null): readonly Option<Audience>[] {
  const here = passage?.sentence
    ? t("community.visibleToPassage")
    : reached && t("community.visibleToReached", { at: formatPercent(reached.fraction) });
  return [
    { value: "open", label: t("community.visibleToAll") },
    ...(here === null ? [] : [{ value: "here" as const, label: here }]),
    { value: "end", label: t("community.visibleToFinished") },
  ];
}
