import type { BookId } from "#shared/books/book.ts";
import { ReportPageButton } from "#client/features/corrections/selection-bar.tsx";
import { SyncOffset } from "#client/features/player/settings/sync-offset.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface MoreSettingsProps {
  /** Null where the toolbar has it. */
  readonly onReadAloud: (() => void) | null;
  readonly hasSyncOffset: boolean;
  /** Null for guests. */
  readonly report: { readonly bookId: BookId; readonly sentence: string | null } | null;
}

/** Settings below the reader's own. */
export function MoreSettings({ onReadAloud, hasSyncOffset, report }: MoreSettingsProps) {
  return (
    <>
      {onReadAloud && (
        <Button tone="secondary" size="small" className="sm:hidden" onClick={onReadAloud}>
          {t("reader.readAloud")}
        </Button>
      )}
      {hasSyncOffset && <SyncOffset />}
      {report && <ReportPageButton {...report} />}
    </>
  );
}
