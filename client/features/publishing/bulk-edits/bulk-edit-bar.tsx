import { useState } from "react";
import { maxChosenBooks } from "#shared/publishing/bulk-edits.ts";
import type { BookListQuery, PublishingRow } from "#shared/publishing/publishing-book.ts";
import { formatCount } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { BulkEditDialog } from "./bulk-edit-dialog.tsx";

interface BulkEditBarProps {
  readonly selected: readonly PublishingRow[];
  /** Books that match the filters. */
  readonly total: number;
  readonly filters: BookListQuery;
  readonly onClear: () => void;
}

/** The actions for the chosen books. */
export function BulkEditBar({ selected, total, filters, onClear }: BulkEditBarProps) {
  const [isAll, setAll] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const n = isAll ? total : selected.length;
  const close = (isStarted: boolean) => {
    setOpen(false);
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
      {!isAll && total > selected.length && (
        <Button tone="quiet" onClick={() => setAll(true)}>
          {t("publishing.chooseAll", { n: total, count: formatCount(total) })}
        </Button>
      )}
      <Button tone="quiet" onClick={onClear}>
        {t("publishing.clearChoice")}
      </Button>
      <Button disabled={!isAll && n > maxChosenBooks} onClick={() => setOpen(true)}>
        {t("publishing.bulkEdit")}
      </Button>
      {isOpen && (
        <BulkEditDialog selected={isAll ? null : selected} total={n} filters={filters} onClose={close} />
      )}
    </section>
  );
}
