import { Pause, Play, X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";
import type { Location } from "#client/features/reader/engine/position/location.ts";
import type { AutoScroll } from "#client/features/reader/hooks/use-reader.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { normalizeKey } from "#client/lib/keys.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { getPageMs, scrollByPace } from "./scroll-by-pace.ts";

interface AutoScrollBarProps {
  readonly engine: ReaderEngine;
  readonly location: Location;
  /** Words a minute. */
  readonly readingSpeed: number;
  readonly state: Exclude<AutoScroll, "off">;
  readonly onChange: (state: AutoScroll) => void;
}

/** Scrolls or turns pages at the reader's pace, until the reader does something. */
export function AutoScrollBar({ engine, location, readingSpeed, state, onChange }: AutoScrollBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const isRunning = state === "on" && !location.isAtEnd;
  useMovement(engine, location, readingSpeed, isRunning);
  usePauseOnInput(engine.document, bar, isRunning, () => onChange("paused"));
  return (
    <div
      ref={bar}
      role="status"
      className="absolute inset-x-3 bottom-[calc(0.25rem+env(safe-area-inset-bottom))] z-30 mx-auto flex w-fit items-center gap-1 rounded-card border border-line bg-surface ps-4 pe-1 text-small shadow-float"
    >
      <span>
        {isRunning
          ? t("readingSettings.autoScrollOn", { speed: readingSpeed })
          : t("readingSettings.autoScrollPaused")}
      </span>
      <IconButton
        icon={isRunning ? <Pause aria-hidden /> : <Play aria-hidden />}
        label={t(isRunning ? "readingSettings.pause" : "readingSettings.resume")}
        aria-keyshortcuts="A"
        onClick={() => onChange(isRunning ? "paused" : "on")}
      />
      <IconButton
        icon={<X aria-hidden />}
        label={t("readingSettings.stop")}
        onClick={() => onChange("off")}
      />
    </div>
  );
}

function useMovement(
  engine: ReaderEngine,
  location: Location,
  readingSpeed: number,
  isRunning: boolean,
): void {
  const { isScrolled } = engine;
  const pace = useRef({ location, readingSpeed });
  pace.current = { location, readingSpeed };
  useEffect(() => {
    if (!isRunning || !isScrolled) return;
    return scrollByPace(engine, () =>
      getPageMs(pace.current.location.wordsOnPage, pace.current.readingSpeed),
    );
  }, [engine, isRunning, isScrolled]);
  useEffect(() => {
    if (!isRunning || isScrolled) return;
    const timer = setTimeout(() => void engine.next(), getPageMs(location.wordsOnPage, readingSpeed));
    return () => clearTimeout(timer);
  }, [engine, location, readingSpeed, isRunning, isScrolled]);
}

const inputs = ["pointerdown", "touchstart", "wheel", "keydown"] as const;

function usePauseOnInput(
  document: Document | null,
  bar: React.RefObject<HTMLElement | null>,
  isRunning: boolean,
  onPause: () => void,
): void {
  const latest = useRef(onPause);
  latest.current = onPause;
  useEffect(() => {
    if (!isRunning) return;
    const onInput = (event: Event) => {
      const isToggle = "key" in event && normalizeKey(event as KeyboardEvent) === "a";
      if (!isToggle && !bar.current?.contains(event.target as Node | null)) latest.current();
    };
    const targets: EventTarget[] = document ? [window, document] : [window];
    for (const target of targets)
      for (const name of inputs) target.addEventListener(name, onInput, { capture: true, passive: true });
    return () => {
      for (const target of targets)
        for (const name of inputs) target.removeEventListener(name, onInput, { capture: true });
    };
  }, [document, bar, isRunning]);
}
