import { useCallback, useState } from "react";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import type { OpenSpeech } from "./speech-session.ts";

/** A voice that reads the book on the screen, as far as the page knows of it before any of its code is here. */
export interface PageSpeech {
  readonly isOn: boolean;
  readonly companion: ReaderExtension | null;
  /** Null until it can read. */
  readonly open: OpenSpeech | null;
  /** Begins to read aloud, or ends it. */
  readonly toggle: () => void;
  readonly close: () => void;
  readonly onExtension: (companion: ReaderExtension | null) => void;
  readonly onOpen: (open: OpenSpeech | null) => void;
}

export function usePageSpeech(): PageSpeech {
  const [isOn, setOn] = useState(false);
  const [companion, setCompanion] = useState<ReaderExtension | null>(null);
  const [open, setOpen] = useState<OpenSpeech | null>(null);
  return {
    ...{ isOn, companion, open, onExtension: setCompanion, onOpen: setOpen },
    close: useCallback(() => setOn(false), []),
    toggle: useCallback(() => {
      allowVoices();
      setOn((was) => !was);
    }, []),
  };
}

/** Phones let a page speak once it has done so at a press; its code comes a moment after that. */
function allowVoices(): void {
  window.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
}
