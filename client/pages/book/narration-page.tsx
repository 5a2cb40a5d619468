import { ArrowLeft } from "lucide-react";
import { useParams } from "react-router-dom";
import { BookId } from "#shared/books/book.ts";
import { useBook } from "#client/features/books/use-book.ts";
import { NarrationPanel } from "#client/features/narration/narration-panel.tsx";
import { useNarration } from "#client/features/narration/use-narration.ts";
import { WishPanel } from "#client/features/narration/wish-panel.tsx";
import { usePageTitle } from "#client/lib/page-title.ts";
import { statusOf } from "#client/lib/problem-text.ts";
import { PageNotFound } from "#client/lib/route-params.ts";
import { say } from "#client/lib/words.ts";
import { ButtonLink } from "#client/ui/button.tsx";
import { EmptyFace, Faces } from "#client/ui/faces.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Section } from "#client/ui/section.tsx";
import { Skeleton } from "#client/ui/skeleton.tsx";

/** `/book/:id/narration`, for a book's author and employees. */
export function NarrationPage() {
  const bookId = BookId.safeParse(useParams()["id"]).data;
  if (!bookId) throw new PageNotFound();
  return <Asked bookId={bookId} />;
}

/** The book tells who tends it, so that nobody else asks for what is refused to them. */
function Asked({ bookId }: { readonly bookId: BookId }) {
  const book = useBook(bookId);
  if (statusOf(book.error) === 404) throw new PageNotFound();
  if (book.data?.mayTend) return <Narration bookId={bookId} />;
  return (
    <Faces of={book} loading={<Skeleton className="h-64 w-full" />} errorTitle={say("narration.failed")}>
      {({ title }) => <NotTended bookId={bookId} title={title} />}
    </Faces>
  );
}

function NotTended({ bookId, title }: { readonly bookId: BookId; readonly title: string }) {
  const heading = say("narration.title", { title });
  usePageTitle(heading);
  return (
    <>
      <PageHeader title={heading} />
      <EmptyFace
        title={say("narration.notYours")}
        action={<ButtonLink to={`/book/${bookId}`}>{say("narration.back")}</ButtonLink>}
      />
    </>
  );
}

function Narration({ bookId }: { readonly bookId: BookId }) {
  const tending = useNarration(bookId);
  const title = tending.data ? say("narration.title", { title: tending.data.title }) : null;
  usePageTitle(title ?? (tending.isError ? say("narration.failed") : null));
  if (statusOf(tending.error) === 404) throw new PageNotFound();
  return (
    <>
      {!title && <h1 className="sr-only">{say("narration.failed")}</h1>}
      <Faces of={tending} loading={<Skeleton className="h-64 w-full" />} errorTitle={say("narration.failed")}>
        {(found) => (
          <>
            <PageHeader
              title={title ?? ""}
              hint={say("narration.hint")}
              actions={
                <ButtonLink
                  to={`/book/${bookId}`}
                  tone="quiet"
                  icon={<ArrowLeft aria-hidden className="rtl:rotate-180" />}
                >
                  {say("narration.back")}
                </ButtonLink>
              }
            />
            <Section title={say("narration.wishTitle")}>
              <WishPanel tending={found} />
            </Section>
            <div className="mt-10">
              <Section title={say("narration.makeTitle")}>
                <NarrationPanel tending={found} />
              </Section>
            </div>
          </>
        )}
      </Faces>
    </>
  );
}
