import { MessageSquareQuote } from "lucide-react";
import { useNavigate } from "react-router-dom";
import type { Ebook } from "#shared/reader/contract.ts";
import { writeQuotation } from "#shared/rich-text/quotation.ts";
import { getDiscussPath, type Passage } from "#client/features/corrections/index.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { setPendingQuotation } from "#client/lib/pending-quotation.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface QuoteMenuProps {
  readonly ebook: Ebook;
  readonly passage: Passage;
}

/** Takes a passage as a verified quotation to where the reader writes. */
export function QuoteMenu({ ebook, passage: { sentence, quote } }: QuoteMenuProps) {
  const navigate = useNavigate();
  const { bookId, title, version } = ebook;
  const hold = () =>
    setPendingQuotation({
      title,
      source: writeQuotation({ bookId, title, sentence, version, exact: quote }),
    });
  const holdAndOpen = (path: string) => {
    hold();
    void navigate(path);
  };
  return (
    <Menu
      label={t("marks.quoteIn")}
      groups={[
        [
          {
            label: t("marks.quoteIn-discussion"),
            onSelect: () => void navigate(getDiscussPath(ebook, { sentence, quote })),
          },
          { label: t("marks.quoteIn-reply"), onSelect: () => holdAndOpen("/community") },
          { label: t("marks.quoteIn-message"), onSelect: () => holdAndOpen("/messages") },
          {
            label: t("marks.quoteIn-note"),
            onSelect: () => {
              hold();
              toast({ title: t("marks.quoteReady") });
            },
          },
          {
            label: t("marks.quoteIn-review"),
            onSelect: () => {
              holdAndOpen(`/book/${bookId}`);
              toast({ title: t("marks.quoteReadyReview") });
            },
          },
        ],
      ]}
      trigger={(props) => (
        <IconButton icon={<MessageSquareQuote aria-hidden />} label={t("marks.quoteIn")} {...props} />
      )}
    />
  );
}
