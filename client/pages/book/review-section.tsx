import { Suspense, useState } from "react";
import { useLocation } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { Reviews } from "#client/features/books/reviews.tsx";
import { MyReview } from "#client/features/library/review-form.tsx";
import { signInPath } from "#client/lib/api/return-to.ts";
import { useSession, useUser } from "#client/lib/api/session.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { lazyLayer } from "#client/ui/overlays/lazy-overlay.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const ReportContent = lazyLayer(async () => {
  const [layer] = await Promise.all([
    import("#client/features/moderation/report-content.tsx"),
    loadMessages("moderation"),
  ]);
  return layer.ReportContent;
});

/** The reviews of a book; signed-in readers can report them. */
export function ReportableReviews({ bookId }: { readonly bookId: BookId }) {
  const [reported, setReported] = useState<string | null>(null);
  const isReader = useUser() !== null;
  return (
    <>
      <Reviews bookId={bookId} onReport={isReader ? ({ id }) => setReported(id) : null} />
      {reported !== null && (
        <Suspense>
          <ReportContent subject={{ type: "review", id: reported }} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </>
  );
}

export function MyOpinion({ book }: { readonly book: BookDetail }) {
  const { user, isLoading, isUnreachable } = useSession();
  const { pathname } = useLocation();
  if (book.canReview) return <MyReview bookId={book.id} title={book.title} review={book.myReview} />;
  if (user || isLoading || isUnreachable) return null;
  return (
    <p className="mb-5 print:hidden">
      <TextLink to={signInPath(pathname)}>{t("book.signInToReview")}</TextLink>
    </p>
  );
}
