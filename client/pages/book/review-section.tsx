import { useLocation } from "react-router-dom";
import type { BookDetail } from "#shared/books/contract.ts";
import { MyReview } from "#client/features/library/review-form.tsx";
import { signInPath } from "#client/lib/api/return-to.ts";
import { useSession } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { TextLink } from "#client/ui/text-link.tsx";

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
