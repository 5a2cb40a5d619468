import { CircleCheck, CircleDashed, CircleOff, History } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import type { BookId } from "#shared/books/book.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import type { DifferencePart, Quotation } from "#shared/rich-text/quotation.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { BookLinkCard } from "./books/book-link-card.tsx";
import { Button } from "./forms/button.tsx";

interface QuotationCardProps {
  readonly bookId: BookId;
  /** Where the passage was when it was quoted. */
  readonly sentence: SentenceId;
  /** Absent before the server has checked it. */
  readonly quotation?: Quotation | undefined;
  /** The quoted words. */
  readonly children: ReactNode;
}

const icons = {
  verified: <CircleCheck aria-hidden className="size-4 shrink-0 text-primary" />,
  changed: <History aria-hidden className="size-4 shrink-0" />,
  missing: <CircleOff aria-hidden className="size-4 shrink-0" />,
  unchecked: <CircleDashed aria-hidden className="size-4 shrink-0" />,
};

/** A passage of a book, with its place and whether the words are still there. */
export function QuotationCard({ bookId, sentence, quotation, children }: QuotationCardProps) {
  return (
    <figure className="flex flex-col gap-2 rounded-control border border-line bg-paper p-3 text-ink">
      <blockquote className="flex flex-col gap-2 border-accent border-s-2 ps-3">{children}</blockquote>
      <figcaption className="flex flex-col gap-2">
        <BookLinkCard bookId={bookId} sentence={quotation?.sentence ?? sentence} />
        {quotation && <State quotation={quotation} />}
      </figcaption>
    </figure>
  );
}

function State({ quotation: { state, difference } }: { readonly quotation: Quotation }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2 text-small">
        {icons[state]}
        <span>{t(`richText.quotation-${state}`)}</span>
        {difference.length > 0 && (
          <Button
            tone="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {t(isOpen ? "richText.hideDifference" : "richText.showDifference")}
          </Button>
        )}
      </p>
      {isOpen && (
        <section id={id} aria-label={t("richText.difference")}>
          <p dir="auto" className="text-small">
            {difference.map((part, index) => {
              const key = `${index} ${part.text}`;
              return <Part key={key} part={part} />;
            })}
          </p>
        </section>
      )}
    </>
  );
}

function Part({ part: { type, text } }: { readonly part: DifferencePart }) {
  const words =
    type === "removed" ? (
      <del className="text-muted">{text}</del>
    ) : type === "inserted" ? (
      <ins className="font-medium text-primary">{text}</ins>
    ) : (
      text
    );
  return <>{words} </>;
}
