import { useCallback, useState } from "react";
import type { ReaderExtension } from "#client/features/reader/reader-extension.ts";
import type { OpenSpeech } from "./speech-session.ts";

export interface PageSpeech {
  readonly isOn: boolean;
  readonly extension: ReaderExtension | null;
  /** Null while loading. */
  readonly open: OpenSpeech | null;
  readonly toggle: () => void;
  readonly close: () => void;
  readonly onExtension: (extension: ReaderExtension | null) => void;
  readonly onOpen: (open: OpenSpeech | null) => void;
}

export function usePageSpeech(): PageSpeech {
  const [isOn, setOn] = useState(false);
  const [extension, setExtension] = useState<ReaderExtension | null>(null);
  const [open, setOpen] = useState<OpenSpeech | null>(null);
  return {
    isOn,
    extension,
    open,
    onExtension: setExtension,
    onOpen: setOpen,
    close: useCallback(() => setOn(false), []),
    toggle: useCallback(() => {
      unlockSpeechSynthesis();
      setOn((previous) => !previous);
    }, []),
  };
}

/** Safari speaks later only if the user's tap has already started an utterance. */
function unlockSpeechSynthesis(): void {
  window.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
}
