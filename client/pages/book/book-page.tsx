import { Suspense } from "react";
import { Navigate, useLocation, useParams } from "react-router-dom";
import { isScripture } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { AccessNote, DownloadNote } from "#client/features/books/access-note.tsx";
import { BookDetails } from "#client/features/books/book-details.tsx";
import { BookHeader } from "#client/features/books/book-header.tsx";
import { Description } from "#client/features/books/description.tsx";
import { SimilarBooks } from "#client/features/books/lists/similar-books.tsx";
import { useBook } from "#client/features/books/use-book.ts";
import { OptimizedReaderHint } from "#client/features/reader/optimized-reader-hint.tsx";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";
import { BookActions } from "./book-actions.tsx";
import { BookChapters } from "./book-chapters.tsx";
import { BookContents } from "./book-contents.tsx";
import { BookPageSkeleton } from "./book-page-skeleton.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { BookReviews, OwnReview } from "./review-section.tsx";
import { SeriesBooks } from "./series-books.tsx";

const ViewerPreview = lazyComponent(async () => (await import("./viewer-preview.tsx")).ViewerPreview);

const ClipCard = lazyComponent(async () => {
  const [module] = await Promise.all([import("./clip-card.tsx"), loadMessages("marks")]);
  return module.ClipCard;
});

/** `/book/:id` */
export function BookPage() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const book = useBook(id);
  const isPreview = new URLSearchParams(search).has("preview");
  usePageTitle(book.data?.title ?? null);

  if (getErrorStatus(book.error) === 404 || getErrorStatus(book.error) === 400) throw new PageNotFoundError();
  return (
    <>
      {book.isError && !book.data && <h1 className="sr-only">{t("book.failed")}</h1>}
      <QueryState query={book} loading={<BookPageSkeleton />} errorTitle={t("book.failed")}>
        {(data) => {
          if (data.id !== id) return <Navigate replace to={`/book/${data.id}${search}`} />;
          return isPreview && data.canEdit ? (
            <Suspense fallback={<BookPageSkeleton />}>
              <ViewerPreview book={data}>{(shown) => <Book book={shown} />}</ViewerPreview>
            </Suspense>
          ) : (
            <Book book={data} />
          );
        }}
      </QueryState>
    </>
  );
}

function Book({ book }: { readonly book: BookDetail }) {
  const clip = new URLSearchParams(useLocation().search).get("clip");
  return (
    <article>
      <PreviewNote book={book} />
      {clip !== null && (
        <Suspense>
          <ClipCard book={book} text={clip} />
        </Suspense>
      )}
      <BookHeader
        book={book}
        actions={
          <>
            <BookActions key={book.id} book={book} />
            <AccessNote book={book} />
            <DownloadNote book={book} />
            <OptimizedReaderHint book={book} />
          </>
        }
      />
      <div className="mt-10">
        {book.description && (
          <Section title={t("book.about")}>
            <Description text={book.description} />
          </Section>
        )}
        <Section title={t("book.details")}>
          <BookDetails book={book} />
        </Section>
        {book.hasAudiobook && book.access.listen !== "none" && (
          <Section title={t("book.chapters")}>
            <BookChapters book={book} />
          </Section>
        )}
        {book.hasEbook && !book.hasAudiobook && book.access.read !== "none" && (
          <BookContents bookId={book.id} />
        )}
        {!book.isComingSoon && !isScripture(book) && (
          <Section title={t("book.reviews")}>
            <OwnReview book={book} />
            <BookReviews bookId={book.id} />
          </Section>
        )}
        {book.series && <SeriesBooks series={book.series} />}
        <SimilarBooks bookId={book.id} />
      </div>
    </article>
  );
}
