import { Copy, Flag, MessagesSquare } from "lucide-react";
import { useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { type Passage, ReportDialog } from "./report-dialog.tsx";

interface SelectionBarProps {
  readonly bookId: BookId;
  readonly selected: Passage | null;
  readonly isSignedIn: boolean;
}

/** The actions for the selected passage. */
export function SelectionBar({ bookId, selected, isSignedIn }: SelectionBarProps) {
  const [reported, setReported] = useState<Passage | null>(null);
  return (
    <>
      {selected && (
        <div
          role="toolbar"
          aria-label={t("corrections.selection")}
          className="pointer-events-auto flex gap-1 rounded-card border border-line bg-surface p-1 shadow-float"
        >
          <Button
            tone="quiet"
            size="small"
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(selected.quote)}
          >
            {t("corrections.copy")}
          </Button>
          {isSignedIn && (
            <ButtonLink
              to={getDiscussPath(bookId, selected)}
              tone="quiet"
              size="small"
              icon={<MessagesSquare aria-hidden />}
            >
              {t("corrections.discuss")}
            </ButtonLink>
          )}
          {isSignedIn && (
            <Button
              tone="quiet"
              size="small"
              icon={<Flag aria-hidden />}
              onClick={() => setReported(selected)}
            >
              {t("corrections.report")}
            </Button>
          )}
        </div>
      )}
      {reported && <ReportDialog bookId={bookId} passage={reported} onClose={() => setReported(null)} />}
    </>
  );
}

const maxQuote = 500;

/** Where the reader chooses a community for a passage. */
function getDiscussPath(bookId: BookId, { sentence, quote }: Passage): string {
  const params = new URLSearchParams({ discuss: "1", book: bookId, sentence });
  if (quote) params.set("quote", quote.slice(0, maxQuote));
  return `/community?${params}`;
}

interface ReportPageButtonProps extends Pick<SelectionBarProps, "bookId"> {
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
