import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { maxChosenBooks } from "#shared/publishing/bulk-edits.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import type { BookFilters, BookListQuery, PublishingRow } from "#shared/publishing/publishing-book.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import { retryWhileOffline } from "#client/lib/api/connection.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";

interface BulkEditBarProps {
  readonly selected: readonly PublishingRow[];
  /** Books that match the filters, counted to `maxCounted`. */
  readonly total: number;
  readonly filters: BookListQuery;
  readonly onClear: () => void;
}

/** The actions for the chosen books. */
export function BulkEditBar({ selected, total, filters, onClear }: BulkEditBarProps) {
  const [isAll, setAll] = useState(false);
  const [edited, setEdited] = useState<"all" | "selected" | null>(null);
  const isCapped = total >= maxCounted;
  const count = useExactCount(filters, isAll && isCapped);
  const exactTotal = isCapped ? count.total : total;
  const isAllChosen = isAll && exactTotal !== undefined;
  const n = isAllChosen ? exactTotal : selected.length;
  const close = (isStarted: boolean) => {
    setEdited(null);
    if (isStarted) onClear();
  };
  return (
    <section
      aria-label={t("publishing.chosenBooks")}
      className="sticky top-20 z-20 mb-3 flex flex-wrap items-center gap-2 rounded-card border border-line bg-surface p-3 shadow-float"
    >
      <p role="status" className="me-auto">
        {t("publishing.chosen", { n, count: formatCount(n) })}
      </p>
      {!isAllChosen && (isCapped || total > selected.length) && (
        <Button
          tone="quiet"
          isPending={count.isPending}
          onClick={() => (count.hasFailed ? count.retry() : setAll(true))}
        >
          {t("publishing.chooseAll", { n: total, count: formatCount(total, isCapped) })}
        </Button>
      )}
      <Button tone="quiet" onClick={onClear}>
        {t("publishing.clearChoice")}
      </Button>
      <Button
        disabled={count.isPending || (!isAllChosen && n > maxChosenBooks)}
        onClick={() => setEdited(isAllChosen ? "all" : "selected")}
      >
        {t("publishing.bulkEdit")}
      </Button>
      {count.hasFailed && (
        <div className="w-full">
          <FormError
            error={`${t("publishing.countFailed")} ${getErrorMessage(count.error)}`}
            cause={count.error}
          />
        </div>
      )}
      {edited && (
        <BulkEditDialog
          selected={edited === "all" ? null : selected}
          total={edited === "all" ? (exactTotal ?? total) : selected.length}
          filters={filters}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The exact number of the books that match the filters. */
function useExactCount(filters: BookListQuery, isEnabled: boolean) {
  const { data, error, isFetching, isPaused, refetch } = useQuery({
    ...query(publishingContract.countAllBooks, { query: toBookFilters(filters) }),
    enabled: isEnabled,
    gcTime: 0,
  });
  return {
    /** Undefined until it is counted. */
    total: data?.total,
    error,
    isPending: isFetching && !data,
    hasFailed: isEnabled && !isFetching && !data,
    retry: () => (isPaused ? retryWhileOffline() : void refetch()),
  };
}

const toBookFilters = ({
  sortBy: _sortBy,
  sortOrder: _sortOrder,
  limit: _limit,
  cursor: _cursor,
  ...filters
}: BookListQuery): BookFilters => filters;
