import { Navigate, useLocation, useParams } from "react-router-dom";
import type { BookDetail } from "#shared/books/contract.ts";
import { AccessNote, DownloadNote } from "#client/features/books/access-note.tsx";
import { BookFacts } from "#client/features/books/book-facts.tsx";
import { BookHeader } from "#client/features/books/book-header.tsx";
import { Description } from "#client/features/books/description.tsx";
import { LightNote } from "#client/features/books/light-note.tsx";
import { Reviews } from "#client/features/books/reviews.tsx";
import { SimilarBooks } from "#client/features/books/similar-books.tsx";
import { useBook } from "#client/features/books/use-book.ts";
import { usePageTitle } from "#client/lib/page-title.ts";
import { statusOf } from "#client/lib/problem-text.ts";
import { PageNotFound } from "#client/lib/route-params.ts";
import { say } from "#client/lib/words.ts";
import { Faces } from "#client/ui/faces.tsx";
import { Section } from "#client/ui/section.tsx";
import { BookActions } from "./book-actions.tsx";
import { BookChapters } from "./book-chapters.tsx";
import { BookContents } from "./book-contents.tsx";
import { BookPageSkeleton } from "./book-page-skeleton.tsx";
import { MyOpinion } from "./my-opinion.tsx";
import { PreviewNote } from "./preview-note.tsx";
import { SeriesBooks } from "./series-books.tsx";

/** `/book/:id` */
export function BookPage() {
  const { id = "" } = useParams();
  const { search } = useLocation();
  const book = useBook(id);
  usePageTitle(book.data?.title ?? null);

  if (statusOf(book.error) === 404 || statusOf(book.error) === 400) throw new PageNotFound();
  return (
    <>
      {book.isError && !book.data && <h1 className="sr-only">{say("book.failed")}</h1>}
      <Faces of={book} loading={<BookPageSkeleton />} errorTitle={say("book.failed")}>
        {(found) =>
          found.id === id ? <Book book={found} /> : <Navigate replace to={`/book/${found.id}${search}`} />
        }
      </Faces>
    </>
  );
}

function Book({ book }: { readonly book: BookDetail }) {
  return (
    <article>
      <PreviewNote book={book} />
      <BookHeader
        book={book}
        actions={
          <>
            <BookActions key={book.id} book={book} />
            <AccessNote book={book} />
            <DownloadNote book={book} />
            <LightNote book={book} />
          </>
        }
      />
      <div className="mt-10">
        {book.description && (
          <Section title={say("book.about")}>
            <Description text={book.description} />
          </Section>
        )}
        <Section title={say("book.details")}>
          <BookFacts book={book} />
        </Section>
        {book.hasAudiobook && book.access.listen !== "none" && (
          <Section title={say("book.chapters")}>
            <BookChapters book={book} />
          </Section>
        )}
        {book.hasEbook && !book.hasAudiobook && book.access.read !== "none" && (
          <BookContents bookId={book.id} />
        )}
        {!book.isComingSoon && (
          <Section title={say("book.reviews")}>
            <MyOpinion book={book} />
            <Reviews bookId={book.id} />
          </Section>
        )}
        {book.series && <SeriesBooks series={book.series} />}
        <SimilarBooks bookId={book.id} />
      </div>
    </article>
  );
}
