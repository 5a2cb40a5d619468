import { type FormEvent, type ReactNode, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { findPageByLabel, findPrintedPage, type PrintedPage } from "#shared/reader/printed-page.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { usePrintedPages } from "#client/features/reader/hooks/use-printed-pages.ts";
import { findPage, getMinutesToRead, getPageFraction, getPercent } from "#client/features/reader/progress.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface GoToPanelProps {
  readonly location: Location | null;
  /** Words a minute. */
  readonly readingSpeed: number;
  readonly ebook: Ebook;
  readonly onGo: (target: Target) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Jumps to a percentage, a page or an earlier position. */
export function GoToPanel(props: GoToPanelProps) {
  const { location, readingSpeed, ebook, onGo, onClose, children } = props;
  const { pageCount } = ebook;
  const fraction = location?.fraction ?? 0;
  const printedPages = usePrintedPages(ebook);
  return (
    <Dialog isOpen title={t("reader.goTo")} onClose={onClose}>
      <div className="flex flex-col gap-5">
        <NumberForm
          label={t("reader.goToPercent")}
          initial={getPercent(fraction)}
          max={100}
          step={0.1}
          onGo={(percent) => onGo({ fraction: percent / 100 })}
        />
        {printedPages.length > 0 && (
          <PrintedPageForm pages={printedPages} current={location?.sentence ?? null} onGo={onGo} />
        )}
        {pageCount > 0 && printedPages.length === 0 && (
          <NumberForm
            label={t("reader.goToPage", { pageCount })}
            initial={String(findPage(fraction, pageCount))}
            min={1}
            max={pageCount}
            onGo={(page) => onGo({ fraction: getPageFraction(page, pageCount) })}
          />
        )}
        {location && (
          <p className="text-muted text-small">
            {t("readingSettings.timeLeft", {
              chapter: formatReadingTime(location.wordsLeftInChapter, readingSpeed),
              book: formatReadingTime(location.wordsLeftInBook, readingSpeed),
              speed: readingSpeed,
            })}
          </p>
        )}
        {children}
      </div>
    </Dialog>
  );
}

const formatReadingTime = (words: number, readingSpeed: number) =>
  formatDuration(getMinutesToRead(words, readingSpeed) * 60);

interface PrintedPageFormProps extends Pick<GoToPanelProps, "onGo"> {
  readonly pages: readonly PrintedPage[];
  readonly current: string | null;
}

/** Labels can be anything: iv, 214, or 3/57 for volume and page. */
function PrintedPageForm({ pages, current, onGo }: PrintedPageFormProps) {
  const [isMissing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const page = findPageByLabel(pages, String(new FormData(event.currentTarget).get("page")));
    setMissing(page === undefined);
    if (page) onGo({ sentence: page.sentence });
  };
  const [first, last] = [pages[0]?.label ?? "", pages.at(-1)?.label ?? ""];
  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <label className="flex flex-1 flex-col gap-1 text-small">
        {t("readingSettings.printedPageFrom", { first, last })}
        <input
          name="page"
          dir="auto"
          defaultValue={current === null ? "" : (findPrintedPage(pages, current) ?? "")}
          className="h-11 rounded-control border border-edge bg-paper px-3 text-body"
        />
        <span role="status" className="text-destructive">
          {isMissing && t("readingSettings.printedPageMissing")}
        </span>
      </label>
      <Button type="submit">{t("reader.go")}</Button>
    </form>
  );
}

interface NumberFormProps {
  readonly label: string;
  readonly initial: string;
  readonly min?: number;
  readonly max: number;
  readonly step?: number;
  readonly onGo: (value: number) => void;
}

function NumberForm({ label, initial, min = 0, max, step = 1, onGo }: NumberFormProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const number = new FormData(event.currentTarget).get("number");
    if (number) onGo(Math.min(max, Math.max(min, Number(number))));
  };

  return (
    <form onSubmit={submit} className="flex items-end gap-3">
      <label className="flex flex-1 flex-col gap-1 text-small">
        {label}
        <input
          name="number"
          type="number"
          inputMode="decimal"
          defaultValue={initial}
          min={min}
          max={max}
          step={step}
          className="h-11 rounded-control border border-edge bg-paper px-3 text-body"
        />
      </label>
      <Button type="submit">{t("reader.go")}</Button>
    </form>
  );
}
