import { useQuery } from "@tanstack/react-query";
import { Quote } from "lucide-react";
import { useEffect } from "react";
import { booksContract } from "#shared/books/contract.ts";
import type { CitationStyle } from "#shared/marks/citation/format-citation.ts";
import { type Ebook, readerContract } from "#shared/reader/contract.ts";
import type { Passage } from "#client/features/corrections/index.ts";
import type { ReaderEngine } from "#client/features/reader/index.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createStoredPreference } from "#client/lib/stored-preference.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Menu } from "#client/ui/overlays/menu.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface CiteMenuProps {
  readonly ebook: Ebook;
  readonly engine: ReaderEngine;
  readonly passage: Passage;
}

const styles = ["plain", "chicago", "mla", "arabic", "bibtex"] as const satisfies readonly CitationStyle[];
const lastStyle = createStoredPreference<CitationStyle>("maktaba.citation-style", styles);

const loadCitation = () => import("#client/features/marks/page/cite-passage.ts");

/** Copies a passage with its citation; the style that was used last on this device comes first. */
export function CiteMenu({ ebook, engine, passage }: CiteMenuProps) {
  const last = lastStyle.use();
  const params = { bookId: ebook.bookId };
  const { data: detail } = useQuery(query(booksContract.getBook, { params }));
  const { data: pages = [] } = useQuery(query(readerContract.getPrintedPages, { params }));
  useEffect(() => {
    // Safari copies only at once after a tap.
    loadCitation().catch(() => undefined);
  }, []);
  const copy = async (style: CitationStyle) => {
    lastStyle.set(style);
    try {
      const { citePassage } = await loadCitation();
      const { chapters } = engine.structure;
      await copyText(citePassage(style, { ebook, detail, pages, chapters, passage }));
    } catch (error) {
      toast({ tone: "destructive", title: getErrorMessage(error) });
    }
  };
  const toItem = (style: CitationStyle) => ({
    label: t(`marks.cite-${style}`),
    onSelect: () => void copy(style),
  });
  return (
    <Menu
      label={t("marks.cite")}
      groups={[[toItem(last)], styles.filter((style) => style !== last).map(toItem)]}
      trigger={(props) => <IconButton icon={<Quote aria-hidden />} label={t("marks.cite")} {...props} />}
    />
  );
}
