import { Suspense } from "react";
import { useLocation } from "react-router-dom";
import { getSignInPath } from "#shared/accounts/sign-in-path.ts";
import type { BookId } from "#shared/books/book.ts";
import type { BookDetail } from "#shared/books/contract.ts";
import { MyReview } from "#client/features/library/my-review.tsx";
import { useSession } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

const LazyReviews = lazyComponent(async () => {
  const [data] = await Promise.all([import("./reportable-reviews.tsx"), loadMessages("reviews", "richText")]);
  return data.ReportableReviews;
});

export function BookReviews({ bookId }: { readonly bookId: BookId }) {
  return (
    <Suspense fallback={<Skeleton className="h-36 rounded-card" />}>
      <LazyReviews bookId={bookId} />
    </Suspense>
  );
}

export function OwnReview({ book }: { readonly book: BookDetail }) {
  const { user, isLoading, isUnreachable } = useSession();
  const { pathname } = useLocation();
  if (book.canReview) return <MyReview bookId={book.id} title={book.title} review={book.myReview} />;
  if (user || isLoading || isUnreachable) return null;
  return (
    <p className="mb-5 print:hidden">
      <TextLink to={getSignInPath(pathname)}>{t("book.signInToReview")}</TextLink>
    </p>
  );
}
