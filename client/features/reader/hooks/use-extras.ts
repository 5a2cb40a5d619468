import { useEffect, useRef, useState } from "react";
import type { Extras } from "#client/features/reader/settings/layout.ts";
import type { AllReaderSettings } from "#client/features/reader/settings/settings.ts";

let loaded: Extras | null = null;

function needsExtras(settings: AllReaderSettings): boolean {
  const { theme, latinFont, arabicFont, wordSpacing, letterSpacing, paragraphSpacing } = settings;
  const hasBaseFonts = /^(literata|publisher)(amiri|publisher)$/.test(latinFont + arabicFont);
  const spacing = wordSpacing + letterSpacing + paragraphSpacing;
  return theme === "black" || settings.highContrast || settings.hidesTashkeel || !hasBaseFonts || spacing > 0;
}

/** The appearances that most readers do not choose, loaded when they are chosen. */
export function useExtras(settings: AllReaderSettings): {
  readonly extras: Extras | null;
  /** False until the first page can be shown in its final appearance. */
  readonly isReady: boolean;
} {
  const [extras, setExtras] = useState(loaded);
  const [hasFailed, setFailed] = useState(false);
  const isNeeded = needsExtras(settings);
  useEffect(() => {
    if (!isNeeded || extras) return;
    import("#client/features/reader/settings/extras.ts")
      .then(({ loadExtras }) => loadExtras())
      .then(
        (result) => {
          loaded = result;
          setExtras(result);
        },
        () => setFailed(true),
      );
  }, [isNeeded, extras]);
  useEffect(() => extras?.onChange(() => setExtras({ ...extras })), [extras]);
  const wasReady = useRef(false);
  wasReady.current ||= !isNeeded || extras !== null || hasFailed;
  return { extras, isReady: wasReady.current };
}
