import { useCallback, useState } from "react";
import { isScripture } from "#shared/books/book.ts";
import type { Ebook } from "#shared/reader/contract.ts";
import type { ReaderExtension } from "#client/features/reader/index.ts";
import type { OpenSpeech } from "./session/speech-session.ts";

export interface PageSpeech {
  readonly isOn: boolean;
  readonly extension: ReaderExtension | null;
  /** Null while loading. */
  readonly open: OpenSpeech | null;
  /** Null for scripture, which no synthetic voice reads. */
  readonly toggle: (() => void) | null;
  readonly close: () => void;
  readonly onExtension: (extension: ReaderExtension | null) => void;
  readonly onOpen: (open: OpenSpeech | null) => void;
}

export function usePageSpeech(ebook: Ebook): PageSpeech {
  const [isOn, setOn] = useState(false);
  const [extension, setExtension] = useState<ReaderExtension | null>(null);
  const [open, setOpen] = useState<OpenSpeech | null>(null);
  const toggle = useCallback(() => {
    unlockSpeechSynthesis();
    setOn((previous) => !previous);
  }, []);
  return {
    isOn,
    extension,
    open,
    onExtension: setExtension,
    onOpen: setOpen,
    close: useCallback(() => setOn(false), []),
    toggle: isScripture(ebook) ? null : toggle,
  };
}

/** Safari speaks later only if the user's tap has already started an utterance. */
function unlockSpeechSynthesis(): void {
  window.speechSynthesis?.speak(new SpeechSynthesisUtterance(""));
}
