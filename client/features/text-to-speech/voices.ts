import { Store } from "#client/lib/store.ts";
import { groupBy } from "./group-by.ts";
import { getBaseLanguage } from "./languages.ts";
import type { Synthesis } from "./utterance-player.ts";

const voicesTimeoutMs = 4_000;
const pollIntervalMs = 250;

const noveltyVoices =
  /^(albert|bad news|bahh|bells|boing|bubbles|cellos|deranged|fred|good news|hysterical|jester|junior|kathy|organ|pipe organ|princess|ralph|superstar|trinoids|whisper|wobble|zarvox|eddy|flo|grandma|grandpa|reed|rocko|sandy|shelley)\b/i;
const naturalVoicePattern = /natural|neural|premium|enhanced|siri|google/i;

/** The name of a voice in the reader's settings. */
export const getVoiceName = ({ voiceURI }: Pick<SpeechSynthesisVoice, "voiceURI">): string => voiceURI;

export class Voices {
  readonly #synthesis: Synthesis;
  readonly #failed = new Set<string>();
  readonly #startedAt = performance.now();
  readonly #all = new Store<readonly SpeechSynthesisVoice[]>([]);
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(synthesis: Synthesis) {
    this.#synthesis = synthesis;
    this.#all.set(synthesis.getVoices());
    synthesis.addEventListener("voiceschanged", this.#poll);
    // Not every browser fires voiceschanged.
    if (this.getAll().length === 0) this.#timer = setInterval(this.#poll, pollIntervalMs);
  }

  /** Stable between changes. */
  readonly getAll = this.#all.getState;
  readonly subscribe = this.#all.subscribe;

  get isLoading(): boolean {
    return this.getAll().length === 0 && performance.now() - this.#startedAt < voicesTimeoutMs;
  }

  /** The voice for a language: the chosen one if available, else the best. Null for none. */
  pick(language: string, selected: string | undefined): SpeechSynthesisVoice | null {
    const candidates = this.getAll().filter(
      (voice) =>
        getBaseLanguage(voice.lang) === getBaseLanguage(language) && !this.#failed.has(getKey(voice)),
    );
    const selectedVoice = candidates.find((voice) => getVoiceName(voice) === selected);
    return selectedVoice ?? candidates.toSorted((a, b) => rank(b, language) - rank(a, language))[0] ?? null;
  }

  has(language: string): boolean {
    return this.getAll().some(({ lang }) => getBaseLanguage(lang) === getBaseLanguage(language));
  }

  markFailed(voice: SpeechSynthesisVoice): void {
    this.#failed.add(getKey(voice));
  }

  /** Allows all voices that failed to be tried again. */
  resetFailures(): void {
    this.#failed.clear();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#synthesis.removeEventListener("voiceschanged", this.#poll);
  }

  readonly #poll = (): void => {
    const [previous, found] = [this.getAll(), this.#synthesis.getVoices()];
    const isSame =
      found.length === previous.length &&
      found.every((voice, index) => getKey(voice) === getKey(previous[index]));
    const isFinished = found.length > 0 || !this.isLoading;
    if (isFinished) clearInterval(this.#timer);
    if (isSame && !isFinished) return;
    if (!isSame) this.#failed.clear();
    this.#all.set(found);
  };
}

const getKey = (voice: SpeechSynthesisVoice | undefined) => `${voice?.voiceURI} ${voice?.lang}`;

/** Prefers the exact language, high-quality voices and offline voices. */
function rank(
  { lang, name, localService, default: isDefault }: SpeechSynthesisVoice,
  language: string,
): number {
  const isExact = lang.replace("_", "-").toLowerCase() === language.toLowerCase();
  const needsNetwork = !localService && !navigator.onLine;
  return (
    (isExact ? 8 : 0) +
    (naturalVoicePattern.test(name) ? 4 : 0) +
    (isDefault ? 2 : 0) +
    (localService ? 1 : 0) -
    (noveltyVoices.test(name) ? 16 : 0) -
    (needsNetwork ? 32 : 0)
  );
}

/** Voices of one language by region. */
export interface VoiceGroup {
  /** Such as `en`. */
  readonly language: string;
  readonly regions: readonly { readonly tag: string; readonly voices: readonly SpeechSynthesisVoice[] }[];
}

export function groupVoices(
  voices: readonly SpeechSynthesisVoice[],
  preferredLanguages: readonly string[],
  getName: (language: string) => string,
): VoiceGroup[] {
  const byLanguage = groupBy(voices, ({ lang }) => getBaseLanguage(lang));
  const rank = (language: string) =>
    preferredLanguages.indexOf(language) + 1 || preferredLanguages.length + 1;
  return [...byLanguage]
    .map(([language, group]) => ({ language, regions: groupByRegion(group) }))
    .sort(
      (a, b) => rank(a.language) - rank(b.language) || getName(a.language).localeCompare(getName(b.language)),
    );
}

function groupByRegion(voices: readonly SpeechSynthesisVoice[]): VoiceGroup["regions"] {
  const byTag = groupBy(voices, ({ lang }) => lang.replace("_", "-"));
  return [...byTag]
    .map(([tag, group]) => ({
      tag,
      voices: group.toSorted((a, b) => rank(b, tag) - rank(a, tag)),
    }))
    .sort((a, b) => a.tag.localeCompare(b.tag));
}
