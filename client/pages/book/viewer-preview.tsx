import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef } from "react";
import { useSearchParams } from "react-router-dom";
import type { BookDetail } from "#shared/books/contract.ts";
import { PreviewViewer, previewContract } from "#shared/books/preview.ts";
import { query } from "#client/lib/api/query.ts";
import { SimulatedSessionProvider, useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { BookPageSkeleton } from "./book-page-skeleton.tsx";

interface ViewerPreviewProps {
  readonly book: BookDetail;
  readonly children: (book: BookDetail) => ReactNode;
}

/** The page of the user's own book as a guest, a reader or a supporter sees it. */
export function ViewerPreview({ book, children }: ViewerPreviewProps) {
  const [params, setParams] = useSearchParams();
  const viewer = PreviewViewer.safeParse(params.get("viewer")).data ?? null;
  const show = (name: PreviewViewer | null) =>
    setParams(name ? { preview: "basic", viewer: name } : { preview: "basic" }, { replace: true });
  return (
    <>
      <Card className="mb-6 print:hidden">
        <fieldset>
          <legend className="mb-2 font-semibold">{t("book.previewAs")}</legend>
          <div className="flex flex-wrap gap-2">
            {[null, ...PreviewViewer.options].map((name) => (
              <Button
                key={name}
                size="small"
                tone={name === viewer ? "primary" : "secondary"}
                aria-pressed={name === viewer}
                onClick={() => show(name)}
              >
                {t(`book.previewAs-${name ?? "you"}`)}
              </Button>
            ))}
          </div>
        </fieldset>
        {viewer && <p className="mt-2 text-muted text-small">{t("book.previewAsHint")}</p>}
      </Card>
      {viewer ? (
        <Simulation book={book} viewer={viewer}>
          {children}
        </Simulation>
      ) : (
        children(book)
      )}
    </>
  );
}

function Simulation({ book, viewer, children }: ViewerPreviewProps & { readonly viewer: PreviewViewer }) {
  const user = useUser();
  const preview = useQuery(
    query(previewContract.previewBook, { params: { bookId: book.id }, query: { viewer } }),
  );
  const content = useRef<HTMLDivElement>(null);
  // Buttons would act as the author, not as the simulated viewer.
  useEffect(() => {
    const element = content.current;
    const stop = (event: Event) => {
      if (!(event.target as Element).closest("a, button")) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element?.addEventListener("click", stop, { capture: true });
    return () => element?.removeEventListener("click", stop, { capture: true });
  }, []);
  return (
    <div ref={content}>
      <QueryState query={preview} loading={<BookPageSkeleton />} errorTitle={t("book.failed")}>
        {(shown) => (
          <SimulatedSessionProvider
            value={{ user: viewer === "guest" ? null : user, isLoading: false, isUnreachable: false }}
          >
            {children(shown)}
          </SimulatedSessionProvider>
        )}
      </QueryState>
    </div>
  );
}
