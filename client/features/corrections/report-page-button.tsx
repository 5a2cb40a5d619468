import { Flag } from "lucide-react";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ReportDialog } from "./report-dialog.tsx";

interface ReportPageButtonProps {
  readonly bookId: BookId;
  /** The first sentence on the page. */
  readonly sentence: string | null;
}

/** Reports a mistake without a selection, which the keyboard alone cannot make. */
export function ReportPageButton({ bookId, sentence }: ReportPageButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const { data } = SentenceId.safeParse(sentence);
  if (!data) return null;
  return (
    <>
      <Button tone="secondary" size="small" icon={<Flag aria-hidden />} onClick={() => setOpen(true)}>
        {t("corrections.reportPage")}
      </Button>
      {isOpen && (
        <ReportDialog
          bookId={bookId}
          passage={{ sentence: data, quote: "" }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
