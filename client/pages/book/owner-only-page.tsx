import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import type { ComponentType, ReactNode } from "react";
import { useParams } from "react-router-dom";
import { BookId } from "#shared/books/book.ts";
import { useBook } from "#client/features/books/use-book.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { EmptyState, QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

export interface EditorTexts {
  /** Contains the book's title. */
  readonly title: MessageKey;
  readonly hint: MessageKey;
  readonly failed: MessageKey;
  readonly notOwner: MessageKey;
  readonly back: MessageKey;
}

interface OwnerOnlyProps {
  readonly texts: EditorTexts;
  readonly content: ComponentType<{ readonly bookId: BookId }>;
}

export function OwnerOnly({ texts, content: Content }: OwnerOnlyProps) {
  const bookId = BookId.safeParse(useParams()["id"]).data;
  if (!bookId) throw new PageNotFoundError();
  return (
    <RequestedEditor bookId={bookId} texts={texts}>
      <Content bookId={bookId} />
    </RequestedEditor>
  );
}

interface RequestedEditorProps {
  readonly bookId: BookId;
  readonly texts: EditorTexts;
  readonly children: ReactNode;
}

function RequestedEditor({ bookId, texts, children }: RequestedEditorProps) {
  const book = useBook(bookId);
  if (getErrorStatus(book.error) === 404) throw new PageNotFoundError();
  if (book.data?.canEdit) return children;
  return (
    <QueryState query={book} loading={<Skeleton className="h-64 w-full" />} errorTitle={t(texts.failed)}>
      {({ title }) => <NotEditable bookId={bookId} texts={texts} title={title} />}
    </QueryState>
  );
}

interface NotEditableProps {
  readonly bookId: BookId;
  readonly texts: EditorTexts;
  readonly title: string;
}

function NotEditable({ bookId, texts, title }: NotEditableProps) {
  const heading = t(texts.title, { title });
  usePageTitle(heading);
  return (
    <>
      <PageHeader title={heading} />
      <EmptyState
        title={t(texts.notOwner)}
        action={<ButtonLink to={`/book/${bookId}`}>{t(texts.back)}</ButtonLink>}
      />
    </>
  );
}

interface OwnerOnlyPageProps<EditorState> {
  readonly bookId: BookId;
  readonly texts: EditorTexts;
  readonly editor: UseQueryResult<EditorState>;
  readonly children: (data: EditorState) => ReactNode;
}

/** Layout of pages for a book's owner: title, back link, content. */
export function OwnerOnlyPage<EditorState extends { readonly title: string }>({
  bookId,
  texts,
  editor,
  children,
}: OwnerOnlyPageProps<EditorState>) {
  const title = editor.data ? t(texts.title, { title: editor.data.title }) : null;
  usePageTitle(title ?? (editor.isError ? t(texts.failed) : null));
  if (getErrorStatus(editor.error) === 404) throw new PageNotFoundError();
  return (
    <>
      {!title && <h1 className="sr-only">{t(texts.failed)}</h1>}
      <QueryState query={editor} loading={<Skeleton className="h-64 w-full" />} errorTitle={t(texts.failed)}>
        {(data) => (
          <>
            <PageHeader
              title={title ?? ""}
              hint={t(texts.hint)}
              actions={
                <ButtonLink to={`/book/${bookId}`} tone="quiet" icon={<ArrowLeft aria-hidden />}>
                  {t(texts.back)}
                </ButtonLink>
              }
            />
            {children(data)}
          </>
        )}
      </QueryState>
    </>
  );
}
