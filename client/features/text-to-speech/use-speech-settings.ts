import { useCallback, useRef } from "react";
import type { SpeechChoices } from "#shared/reader/contract.ts";
import type { SettingsControl } from "#client/features/reader/index.ts";
import type { SpeechSettings } from "./speech-state.ts";

const speechSettings: SpeechSettings = { rate: 1, gap: 0, pausesAtVerses: false, follows: true, voices: {} };

export interface SpeechControl {
  readonly settings: SpeechSettings;
  readonly change: (part: SpeechChoices) => void;
}

export function useSpeechSettings({ stored, change }: SettingsControl): SpeechControl {
  const choices = { ...stored.everywhere.speech, ...stored.inThisBook.speech };
  const latest = useRef({ choices, change });
  latest.current = { choices, change };
  return {
    settings: withDefaults(choices),
    change: useCallback((part) => {
      const { choices, change } = latest.current;
      change({ speech: { ...choices, ...part } }, "everywhere");
    }, []),
  };
}

function withDefaults({ rate, gap, pausesAtVerses, follows, voices }: SpeechChoices): SpeechSettings {
  return {
    rate: rate ?? speechSettings.rate,
    gap: gap === undefined ? speechSettings.gap : gap,
    pausesAtVerses: pausesAtVerses ?? speechSettings.pausesAtVerses,
    follows: follows ?? speechSettings.follows,
    voices: voices ?? speechSettings.voices,
  };
}
