import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Ebook } from "#shared/reader/contract.ts";
import type { RequestedNote } from "#client/features/reader/components/note-popover.tsx";
import type { PanelName } from "#client/features/reader/components/panel-name.ts";
import type { OpenSection } from "#client/features/reader/engine/document/sections.ts";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { Cause } from "#client/features/reader/engine/position/relocate-reason.ts";
import type { Target } from "#client/features/reader/engine/position/resolve-target.ts";
import { defaultReadingSpeed, updateReadingSpeed } from "#client/features/reader/progress.ts";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import { getLayout } from "#client/features/reader/settings/layout.ts";
import { getScript } from "#client/features/reader/settings/settings.ts";
import { useCommands } from "./use-commands.ts";
import { useControls } from "./use-controls.ts";
import { useEngine } from "./use-engine.ts";
import { useFullScreen } from "./use-full-screen.ts";
import { useJumpHistory } from "./use-jump-history.ts";
import { usePageColors } from "./use-page-colors.ts";
import { useHostInput, usePageEvents } from "./use-page-events.ts";
import type { SettingsControl } from "./use-reader-settings.ts";
import { useReportPosition } from "./use-report-position.ts";

interface ReadingOptions {
  readonly ebook: Ebook;
  readonly start: Target;
  readonly control: SettingsControl;
  readonly onPage?: (location: Location, cause: Cause) => void;
  readonly onDocument?: (doc: Document) => void;
  /** Null when the book is not read aloud. */
  readonly onReadAloud: (() => void) | null;
  /** Null without an extension. */
  readonly extension?: ReaderExtension | null | undefined;
}

/** State and commands of the reader for the components around the page. */
export function useReader(options: ReadingOptions, host: RefObject<HTMLDivElement | null>) {
  const { ebook, start, control, extension = null } = options;
  const layers = useLayers();
  const { isCovered } = layers;
  const [isPastEnd, setPastEnd] = useState(false);
  const [announcedLocation, setAnnounced] = useState<Location | null>(null);

  const current = useRef<ReaderEngine | null>(null);
  const layout = useReaderLayout(ebook, control);
  const { readingSpeed, onMove: updateReadingSpeed } = useReadingSpeed();
  const controls = useControls(isCovered, host);
  const fullScreen = useFullScreen();
  const pageEvents = usePageEvents(ebook, current, {
    onCommand: (command) => runCommand(command),
    onTapMiddle: controls.toggle,
    onPointer: (y) => controls.onPointer(y, jumpHistory.origin !== null),
    onJump: (href) => void jumpHistory.jump({ href }),
    onNote: layers.setNote,
    onLeave: layers.setExternalUrl,
    onEnlarge: layers.setEnlarged,
    extension,
    isCovered,
  });
  const reader = useEngine(ebook, host, current, start, layout, {
    onDocument: (doc, section) => {
      pageEvents.onDocument(doc, section);
      options.onDocument?.(doc);
    },
    onPastEnd: () => setPastEnd(true),
    onManualScroll: () => extension?.onManual(),
    onMove: (location, cause) => {
      if (cause !== "layout") setPastEnd(false);
      if (cause === "turn") jumpHistory.readOn();
      updateReadingSpeed(location, cause);
      options.onPage?.(location, cause);
      if (cause !== "follow") setAnnounced(location);
      extension?.onMove(cause);
    },
  });
  useReportPosition(ebook, reader.engine, extension);
  const jumpHistory = useJumpHistory(reader.engine);
  const pastEnd = getPastEnd(reader, isPastEnd, setPastEnd);
  const runCommand = useCommands({
    engine: reader.engine,
    jumpHistory,
    controls,
    fullScreen,
    control,
    layers,
    ...pastEnd,
    readAloud: options.onReadAloud,
  });
  useHostInput(host, pageEvents.input);
  useAttachExtension(reader.engine, extension);
  useFocusOnText(reader.engine, reader.location !== null && !isCovered);

  return {
    ...reader,
    announced: announcedLocation,
    readingSpeed,
    jumpHistory,
    controls,
    fullScreen,
    runCommand,
    ...layers,
    ...pastEnd,
  };
}

/** The reader is past the end on the page after the last one, and after the last page of a preview. */
function getPastEnd(
  { engine, location }: ReturnType<typeof useEngine>,
  isPastEnd: boolean,
  setPastEnd: (isPastEnd: boolean) => void,
) {
  const isLocked = location?.notice === "locked";
  const leavePastEnd = () => {
    setPastEnd(false);
    if (isLocked) goToLastReadable(engine);
  };
  return { isPastEnd: isPastEnd || isLocked, leavePastEnd };
}

/** Moves from behind the preview's end to its last page. */
function goToLastReadable(engine: ReaderEngine | null): void {
  const isReadable = ({ item, linear }: OpenSection) => !item.isLocked && linear !== "no";
  const section = engine?.structure.sections.slice(0, engine.location?.section).findLastIndex(isReadable);
  if (section !== undefined && section >= 0) void engine?.goTo({ section, isEnd: true });
}

function useLayers() {
  const [panel, setPanel] = useState<PanelName | null>(null);
  /** A search that replaces the last one; null before the first. */
  const [requestedSearch, requestSearch] = useState<{ readonly text: string } | null>(null);
  const [note, setNote] = useState<RequestedNote | null>(null);
  const [externalUrl, setExternalUrl] = useState<string | null>(null);
  const [enlarged, setEnlarged] = useState<Element | null>(null);
  /** Null while no result of a search is open. */
  const hitNavigation = useRef<((step: 1 | -1) => void) | null>(null);
  const goToHit = (step: 1 | -1) => {
    if (hitNavigation.current) hitNavigation.current(step);
    else setPanel("search");
  };
  const [autoScroll, setAutoScroll] = useState<AutoScroll>("off");
  const toggleAutoScroll = () => setAutoScroll((state) => (state === "on" ? "paused" : "on"));
  const isCovered = [panel, note, externalUrl, enlarged].some((layer) => layer !== null);
  return {
    ...{ panel, setPanel, note, setNote, externalUrl, setExternalUrl, enlarged, setEnlarged },
    ...{ isCovered, hitNavigation, goToHit, requestedSearch, requestSearch },
    ...{ autoScroll, setAutoScroll, toggleAutoScroll },
  };
}

function useAttachExtension(engine: ReaderEngine | null, extension: ReaderExtension | null): void {
  useEffect(() => (engine && extension ? extension.attach(engine) : undefined), [engine, extension]);
}

export type AutoScroll = "off" | "on" | "paused";

export type ReaderController = ReturnType<typeof useReader>;

function useReaderLayout(ebook: Ebook, { settings, extras }: SettingsControl) {
  const palette = usePageColors(settings, extras);
  return useMemo(() => {
    const reducesMotion = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const script = getScript(ebook.language);
    return getLayout(settings, { palette, script, origin: location.origin, reducesMotion, extras });
  }, [settings, palette, extras, ebook.language]);
}

function useFocusOnText(engine: ReaderEngine | null, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const timer = setTimeout(() => {
      const active = document.activeElement;
      if (!active || active === document.body || active.matches("h1")) engine?.focus();
    }, 50);
    return () => clearTimeout(timer);
  }, [engine, isOpen]);
}

const storageKey = "reading-speed";

function useReadingSpeed(): {
  readonly readingSpeed: number;
  readonly onMove: (to: Location, cause: Cause) => void;
} {
  const [readingSpeed, setReadingSpeed] = useState(readReadingSpeed);
  const page = useRef<{ readonly from: Location; readonly at: number } | null>(null);

  const onMove = useCallback((to: Location, cause: Cause) => {
    const now = performance.now();
    const previous = page.current;
    if (cause === "turn" && previous && to.fraction > previous.from.fraction && !previous.from.notice) {
      setReadingSpeed((current) =>
        saveReadingSpeed(updateReadingSpeed(current, previous.from.wordsOnPage, (now - previous.at) / 1000)),
      );
    }
    page.current = { from: to, at: now };
  }, []);

  return { readingSpeed, onMove };
}

function readReadingSpeed(): number {
  try {
    const stored = Number(localStorage.getItem(storageKey));
    return stored >= 60 && stored <= 800 ? stored : defaultReadingSpeed;
  } catch {
    return defaultReadingSpeed;
  }
}

function saveReadingSpeed(readingSpeed: number): number {
  try {
    localStorage.setItem(storageKey, String(readingSpeed));
  } catch {}
  return readingSpeed;
}
