import { useQuery } from "@tanstack/react-query";
import { FileUp, GraduationCap } from "lucide-react";
import { type ReactNode, Suspense, useState } from "react";
import { notebookContract } from "#shared/notebook/contract.ts";
import type { ShownMark } from "#client/features/marks/index.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { useListParams } from "#client/lib/hooks/use-list-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { AllMarks } from "./all-marks.tsx";
import { BookNotebook } from "./book-notebook.tsx";
import { ExportMenu } from "./export-menu.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { NotebookFilters } from "./filters.ts";
import { Review } from "./review.tsx";

const ImportDialog = lazyOverlay(async () => (await import("./import-dialog.tsx")).ImportDialog);
const nothing = { books: [], tags: [] };

interface NotebookViewProps {
  /** The action of a mark whose book a community of the reader reads. */
  readonly renderShare: (mark: ShownMark) => ReactNode;
}

/** The marks of all books, or of one with the reader's order. */
export function NotebookView({ renderShare }: NotebookViewProps) {
  const user = useUser();
  const [filters, setFilter] = useListParams(NotebookFilters);
  const { data: summary } = useQuery({
    ...query(notebookContract.getMarkSummary, {}),
    enabled: user !== null,
  });
  const [isImporting, setImporting] = useState(false);
  const [isReviewing, setReviewing] = useState(false);
  if (!user) return null;
  if (isReviewing) return <Review userId={user.id} onClose={() => setReviewing(false)} />;
  const sharable = new Set(summary?.books.filter((book) => book.isInCommunity).map(({ id }) => id));
  const renderMarkMore = (mark: ShownMark) =>
    sharable.has(mark.bookId) && !mark.isDeleted && renderShare(mark);
  const isOfBook = filters.book !== undefined && !filters.marks;
  return (
    <>
      <h2 className="sr-only">{t("notebook.title")}</h2>
      <div className="mb-3 flex flex-wrap gap-2">
        <Button
          tone="secondary"
          size="small"
          icon={<GraduationCap aria-hidden />}
          onClick={() => setReviewing(true)}
        >
          {t("notebook.review")}
        </Button>
        <ExportMenu bookId={filters.book} />
        <Button
          tone="secondary"
          size="small"
          icon={<FileUp aria-hidden />}
          onClick={() => setImporting(true)}
        >
          {t("notebook.import")}
        </Button>
      </div>
      <FilterBar filters={filters} summary={summary ?? nothing} onFilter={setFilter} />
      {isOfBook && filters.book ? (
        <BookNotebook
          key={filters.book}
          userId={user.id}
          bookId={filters.book}
          filters={filters}
          renderMarkMore={renderMarkMore}
        />
      ) : (
        <AllMarks userId={user.id} filters={filters} renderMarkMore={renderMarkMore} />
      )}
      <Suspense>{isImporting && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </>
  );
}
