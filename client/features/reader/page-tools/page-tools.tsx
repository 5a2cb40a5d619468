import { useEffect, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import { findPrintedPage } from "#shared/reader/printed-page.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import { usePrintedPages } from "#client/features/reader/hooks/use-printed-pages.ts";
import type { ReaderController } from "#client/features/reader/hooks/use-reader.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";
import { useVerses } from "#client/features/reader/verses/use-verses.ts";
import { useWakeLock } from "#client/lib/hooks/use-wake-lock.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { AutoScrollBar } from "./auto-scroll-bar.tsx";
import { ReadingGuide } from "./reading-guide.tsx";
import { replaceMissingFonts } from "./replace-missing-fonts.ts";
import { markZoomable } from "./zoomable.ts";

interface PageToolsProps {
  readonly ebook: Ebook;
  readonly reader: ReaderController;
  readonly engine: ReaderEngine;
  readonly location: Location;
  readonly settings: AllReaderSettings;
}

/** Parts of the page besides its text, loaded after the first page. */
export function PageTools({ ebook, reader, engine, location, settings }: PageToolsProps) {
  const { document } = engine;
  useWakeLock(useIsReading(location));
  useVerses(ebook, engine);
  useEffect(() => engine.hooks.add({ onDocument: ({ doc }) => replaceMissingFonts(doc) }), [engine]);
  // The layout changes which tables were shrunk.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each page and layout.
  useEffect(() => {
    if (document && !location.isFixed) markZoomable(document);
  }, [document, location, settings]);
  return (
    <>
      <PrintedPageLabel ebook={ebook} location={location} />
      {settings.guide !== "none" && !location.isFixed && (
        <ReadingGuide kind={settings.guide} engine={engine} location={location} settings={settings} />
      )}
      {reader.autoScroll !== "off" && (
        <AutoScrollBar
          engine={engine}
          location={location}
          readingSpeed={reader.readingSpeed}
          state={reader.isCovered ? "paused" : reader.autoScroll}
          onChange={reader.setAutoScroll}
        />
      )}
    </>
  );
}

/** The page of the printed edition, in the margin below the text. */
function PrintedPageLabel({ ebook, location }: Pick<PageToolsProps, "ebook" | "location">) {
  const pages = usePrintedPages(ebook);
  const page = location.sentence === null ? null : findPrintedPage(pages, location.sentence);
  if (page === null || location.notice) return null;
  return (
    <p className="pointer-events-none absolute end-3 bottom-0 pb-[calc(env(safe-area-inset-bottom)+1rem)] text-badge text-muted tabular-nums">
      {t("readingSettings.printedPage", { page })}
    </p>
  );
}

/** A page that is open for longer was left, in milliseconds. */
const maxPageMs = 10 * 60 * 1000;

function useIsReading(location: Location): boolean {
  const [leftAt, setLeftAt] = useState<Location | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setLeftAt(location), maxPageMs);
    return () => clearTimeout(timer);
  }, [location]);
  return leftAt !== location;
}
