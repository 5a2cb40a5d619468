import { TextQuote, X } from "lucide-react";
import { listQuotations } from "#shared/rich-text/quotation.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { pendingQuotation, setPendingQuotation } from "#client/lib/pending-quotation.ts";
import { useStore } from "#client/lib/store.ts";
import { QuotationCard } from "#client/ui/quotation-card.tsx";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";

interface QuotationToolsProps {
  /** Markdown. */
  readonly value: string;
  readonly onChange: (text: string) => void;
}

const maxPreviews = 5;

/** Inserts the quotation that the reader brought from a book, and shows those in the text as they will look. */
export function QuotationTools({ value, onChange }: QuotationToolsProps) {
  const pending = useStore(pendingQuotation);
  const quotations = listQuotations(value).slice(0, maxPreviews);
  const insert = (source: string) => {
    onChange(`${value.trim() === "" ? "" : `${value.trimEnd()}\n\n`}${source}\n\n`);
    setPendingQuotation(null);
  };
  return (
    <>
      {pending && (
        <div className="flex items-center gap-1">
          <Button
            tone="secondary"
            size="small"
            icon={<TextQuote aria-hidden />}
            className="min-w-0"
            onClick={() => insert(pending.source)}
          >
            <span className="truncate">{t("richText.insertQuotation", { title: pending.title })}</span>
          </Button>
          <IconButton
            label={t("richText.discardQuotation")}
            icon={<X aria-hidden />}
            onClick={() => setPendingQuotation(null)}
          />
        </div>
      )}
      {quotations.length > 0 && (
        <section
          aria-label={t("richText.quotationPreview")}
          className="flex max-h-60 flex-col gap-2 overflow-y-auto"
        >
          {quotations.map(({ bookId, sentence, exact }, index) => {
            const key = `${index} ${sentence}`;
            return (
              <QuotationCard key={key} bookId={bookId} sentence={sentence}>
                <p dir="auto">{exact}</p>
              </QuotationCard>
            );
          })}
        </section>
      )}
    </>
  );
}
