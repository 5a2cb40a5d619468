import type { BookId } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import { ReportPageButton } from "#client/features/corrections/report-page-button.tsx";
import { KeepButton } from "#client/features/offline/keep-button.tsx";
import { SyncOffset } from "#client/features/player/settings/sync-offset.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

interface MoreSettingsProps {
  readonly ebook: Ebook;
  /** Null where the toolbar has it. */
  readonly onReadAloud: (() => void) | null;
  readonly hasSyncOffset: boolean;
  /** Null for guests. */
  readonly report: { readonly bookId: BookId; readonly sentence: string | null } | null;
}

/** Settings below the reader's own. */
export function MoreSettings({ ebook, onReadAloud, hasSyncOffset, report }: MoreSettingsProps) {
  return (
    <>
      {onReadAloud && (
        <Button tone="secondary" size="small" className="sm:hidden" onClick={onReadAloud}>
          {t("reader.readAloud")}
        </Button>
      )}
      {hasSyncOffset && <SyncOffset />}
      {ebook.portion === "whole" && (
        <KeepButton book={{ id: ebook.bookId, title: ebook.title }} tone="secondary" size="small" />
      )}
      {report && <ReportPageButton {...report} />}
    </>
  );
}
