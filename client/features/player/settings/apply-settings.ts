import type { BookPlayerSettings } from "#shared/player/contract.ts";
import { soundRoute } from "#client/features/player/casting/sound-route.ts";
import type { ChapterSkips } from "#client/features/player/engine/chapter-limits.ts";
import type { PlayerEngine } from "#client/features/player/engine/player-engine.ts";
import { isListeningTogether } from "#client/features/player/together/together-state.ts";
import type { BookSettings } from "./book-settings.ts";
import type { SettingsStore } from "./settings-store.ts";

export const toSkips = ({ skipIntro = 0, skipOutro = 0 }: BookPlayerSettings): ChapterSkips => ({
  intro: skipIntro,
  outro: skipOutro,
});

/** A pause in the speech is played faster than the rest. */
const silenceFactor = 3;

interface SettingsTarget {
  readonly engine: PlayerEngine;
  readonly settings: SettingsStore;
  readonly bookSettings: BookSettings;
  readonly elements: readonly HTMLAudioElement[];
  readonly log: (error: unknown) => void;
}

/** Follows the settings of all books and of the loaded one. */
export function applySettings(target: SettingsTarget): void {
  const { engine, settings, bookSettings } = target;
  const applyRate = () => engine.setRate(bookSettings.getState().rate ?? settings.getState().rate);
  applyRate();
  settings.subscribe(applyRate);
  bookSettings.subscribe(applyRate);
  followEffects(target);
  engine.subscribe(() => {
    const { track, playlist } = engine.getState();
    if (playlist) bookSettings.open(playlist);
    else if (track === null) bookSettings.close();
  });
}

/** Sound that nobody changes does not go through Web Audio, which some phones stop with the screen off. */
function followEffects({ engine, bookSettings, elements, log }: SettingsTarget): void {
  let effects: Promise<{ apply: (settings: BookPlayerSettings) => void }> | null = null;
  const apply = () => {
    const { boost, clarifiesVoice, isMono, skipsSilence } = bookSettings.getState();
    if (!effects && !boost && !clarifiesVoice && !isMono && !skipsSilence) return;
    if (soundRoute.getState().isCasting) return;
    soundRoute.update({ usesWebAudio: true });
    effects ??= import("#client/features/player/engine/audio-effects.ts").then(
      ({ AudioEffects }) =>
        new AudioEffects(elements, (isSilent) => {
          if (!isListeningTogether()) engine.scaleRate(isSilent ? silenceFactor : 1);
        }),
    );
    effects.then(
      (loaded) => loaded.apply(bookSettings.getState()),
      (error: unknown) => {
        effects = null;
        soundRoute.update({ usesWebAudio: false });
        log(error);
      },
    );
  };
  bookSettings.subscribe(apply);
  let { isCasting } = soundRoute.getState();
  soundRoute.subscribe(() => {
    const wasCasting = isCasting;
    ({ isCasting } = soundRoute.getState());
    if (wasCasting && !isCasting) apply();
  });
}
