import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useCallback, useState } from "react";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { getErrorMessage, getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { formatCalendarDay, formatCount, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { Section } from "#client/ui/section.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { AccessTable } from "./access-table.tsx";
import { BookChecks } from "./book-checks.tsx";
import { BookForm } from "./book-form/book-form.tsx";
import { ChapterEditor } from "./book-form/chapter-editor.tsx";
import { CoverField } from "./book-form/cover-field.tsx";
import { BookHistory } from "./book-history.tsx";
import { BookRevisions } from "./book-revisions.tsx";
import { Coauthors } from "./coauthors.tsx";
import { RevisionEditor } from "./revision-editor.tsx";
import { StateActions } from "./state-actions.tsx";
import { StateBadge } from "./state-badge.tsx";
import { usePublishing } from "./use-publishing.ts";

interface BookEditorProps {
  readonly bookId: BookId;
  readonly user: User;
  /** Where to go after the book was deleted. */
  readonly pathAfterDelete: string;
  /** Where a book or a revision is edited. */
  readonly getEditPath: (bookId: string) => string;
  /** The statistics of a book. */
  readonly renderStats: (book: PublishingBook) => ReactNode;
  /** The terms that the author explains. */
  readonly renderGlossary: (book: PublishingBook) => ReactNode;
  /** The upload of new files for a book. */
  readonly renderNewFiles: (book: PublishingBook) => ReactNode;
}

/** A book for its author or staff: state, checks, cover, fields and history. */
export function BookEditor({ bookId, ...props }: BookEditorProps) {
  const book = useQuery({
    ...query(publishingContract.getPublishingBook, { params: { bookId } }),
    refetchOnWindowFocus: false,
  });
  if ([400, 403, 404].includes(getErrorStatus(book.error))) throw new PageNotFoundError();
  return (
    <QueryState
      query={book}
      loading={<Skeleton className="h-96 rounded-card" />}
      errorTitle={t("publishing.loadFailed")}
    >
      {(data) => <Editor book={data} {...props} />}
    </QueryState>
  );
}

interface EditorProps extends Omit<BookEditorProps, "bookId"> {
  readonly book: PublishingBook;
}

function Editor({ book, user, pathAfterDelete, getEditPath, ...render }: EditorProps) {
  const { revision } = book;
  const [isDirty, setDirty] = useState(false);
  const { editMutation, updateBook } = usePublishing(book.id);
  const onDirty = useCallback((isDirty: boolean) => setDirty(isDirty), []);
  const isOwner = book.owner?.username === user.username;
  /** Staff replace the files of the site's own books only. */
  const canReplaceFiles = book.canEdit && (isOwner || book.owner === null || !isStaff(user));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <div className="flex flex-col gap-4 lg:col-start-2">
        <Card className="flex flex-col gap-3">
          <StateBadge state={revision?.isApplied ? "published" : book.state} />
          <StateReason book={book} />
          <BookDetails book={book} isOwner={isOwner} />
          <StateActions book={book} isOwner={isOwner} isDirty={isDirty} pathAfterDelete={pathAfterDelete} />
          <TextLink to={`/book/${book.id}?preview=basic`} className="inline-flex min-h-11 items-center">
            {t(getPreviewLabel(revision))}
          </TextLink>
          {book.hasAudiobook && book.hasEbook && (
            <TextLink to={`/book/${book.id}/sync`} className="inline-flex min-h-11 items-center">
              {t("publishing.sync")}
            </TextLink>
          )}
        </Card>
        <fieldset disabled={!book.canEdit} className="contents">
          <Card>
            <h2 className="mb-3 font-semibold">{t("publishing.checks")}</h2>
            <BookChecks
              book={book}
              isPending={editMutation.isPending}
              onFix={(changes) =>
                editMutation.mutate(
                  { params: { bookId: book.id }, body: { version: book.version, changes } },
                  {
                    onSuccess: updateBook,
                    onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
                  },
                )
              }
            />
          </Card>
        </fieldset>
      </div>
      <fieldset disabled={!book.canEdit} className="min-w-0 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        {!book.canEdit && <p className="mb-4 text-muted">{t("publishing.viewOnly")}</p>}
        {revision ? (
          <RevisionEditor book={book} revision={revision} getEditPath={getEditPath} onDirty={onDirty} />
        ) : (
          <>
            <BookForm book={book} isStaff={isStaff(user)} onDirty={onDirty} />
            {book.hasAudiobook && (
              <Section title={t("publishing.chapters")}>
                <ChapterEditor bookId={book.id} />
              </Section>
            )}
            {book.hasEbook && (
              <Section title={t("publishing.glossary")}>{render.renderGlossary(book)}</Section>
            )}
            {render.renderStats(book)}
            <Section title={t("publishing.history")}>
              <BookHistory book={book} />
            </Section>
          </>
        )}
      </fieldset>
      {!revision && (
        <div className="flex flex-col gap-4 lg:col-start-2">
          <fieldset disabled={!book.canEdit} className="contents">
            <Card>
              <h2 className="mb-2 font-semibold">{t("publishing.access")}</h2>
              <AccessTable book={book} />
            </Card>
            <Card>
              <h2 className="mb-3 font-semibold">{t("publishing.cover")}</h2>
              <CoverField book={book} />
            </Card>
            <Card>
              <h2 className="mb-3 font-semibold">{t("publishing.files")}</h2>
              <BookRevisions book={book} getEditPath={getEditPath}>
                {canReplaceFiles && render.renderNewFiles(book)}
              </BookRevisions>
            </Card>
          </fieldset>
          <Card>
            <h2 className="mb-3 font-semibold">{t("publishing.coauthors")}</h2>
            <Coauthors bookId={book.id} user={user} canManage={isOwner || isStaff(user)} />
          </Card>
        </div>
      )}
    </div>
  );
}

function BookDetails({ book, isOwner }: { readonly book: PublishingBook; readonly isOwner: boolean }) {
  const { owner, releaseAt, wordCount, chapterCount, watchers } = book;
  const rows: [string, string][] = [];
  if (owner && !isOwner) rows.push([t("publishing.owner"), `${owner.name} (@${owner.username})`]);
  if (releaseAt) rows.push([t("publishing.release"), formatCalendarDay(releaseAt)]);
  if (watchers > 0) rows.push([t("publishing.watchers"), String(watchers)]);
  if (wordCount !== null) rows.push([t("publishing.words"), formatCount(wordCount)]);
  if (book.duration !== null) rows.push([t("publishing.length"), formatDuration(book.duration)]);
  if (chapterCount > 0) rows.push([t("publishing.chapters"), String(chapterCount)]);
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd>
            <bdi className="break-words">{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Staff give a reason when they hide a book of the demo library; its removal does not. */
function StateReason({ book: { state, stateReason, isDemo } }: { readonly book: PublishingBook }) {
  const reason = stateReason || (isDemo && state === "hidden" && t("publishing.demoRemoved"));
  if (!reason) return null;
  return (
    <blockquote dir="auto" className="whitespace-pre-line border-accent border-s-2 ps-3 text-small">
      {reason}
    </blockquote>
  );
}

function getPreviewLabel(revision: PublishingBook["revision"]) {
  if (!revision) return "publishing.preview";
  return revision.isApplied ? "publishing.previewReplaced" : "publishing.previewRevision";
}
