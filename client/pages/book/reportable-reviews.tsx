import { Suspense, useState } from "react";
import { useSearchParams } from "react-router-dom";
import type { BookId } from "#shared/books/book.ts";
import { Reviews } from "#client/features/books/reviews.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";

const ReportContent = lazyOverlay(async () => {
  const [layer] = await Promise.all([
    import("#client/features/moderation/report-content.tsx"),
    loadMessages("moderation"),
  ]);
  return layer.ReportContent;
});

const reviewId = /^[0-9a-f-]{36}$/;

/** The reviews of a book; signed-in readers can report them. `?review=` shows one first. */
export function ReportableReviews({ bookId }: { readonly bookId: BookId }) {
  const [params] = useSearchParams();
  const [reported, setReported] = useState<string | null>(null);
  const isReader = useUser() !== null;
  const linked = params.get("review") ?? "";
  return (
    <>
      <Reviews
        bookId={bookId}
        linkedId={reviewId.test(linked) ? linked : null}
        onReport={isReader ? ({ id }) => setReported(id) : null}
      />
      {reported !== null && (
        <Suspense>
          <ReportContent subject={{ type: "review", id: reported }} onClose={() => setReported(null)} />
        </Suspense>
      )}
    </>
  );
}
