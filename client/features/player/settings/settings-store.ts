import { defaultSettings, fastest, type PlayerSettings, slowest, syncOffsets } from "./settings.ts";

const key = "maktaba.player";

/** The listener's settings on this device, outside React as the engine is. */
export class SettingsStore {
  #settings: PlayerSettings;
  readonly #listeners = new Set<() => void>();

  constructor() {
    this.#settings = { ...defaultSettings, ...read() };
  }

  readonly get = (): PlayerSettings => this.#settings;

  /** @returns a function that stops listening. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  change(part: Partial<PlayerSettings>): void {
    this.#settings = { ...this.#settings, ...part };
    try {
      localStorage.setItem(key, JSON.stringify(this.#settings));
    } catch {
      // Storage is unavailable: the value lives until the page closes.
    }
    for (const listener of this.#listeners) listener();
  }
}

function read(): Partial<PlayerSettings> {
  try {
    return checkedSettings(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

export function checkedSettings(kept: unknown): Partial<PlayerSettings> {
  if (typeof kept !== "object" || kept === null) return {};
  const number = (name: string, least: number, most: number) => {
    const value: unknown = Reflect.get(kept, name);
    return typeof value === "number" && value >= least && value <= most ? { [name]: value } : {};
  };
  const display: unknown = Reflect.get(kept, "timeDisplay");
  return {
    ...number("rate", slowest, fastest),
    ...number("skipBack", 5, 300),
    ...number("skipForward", 5, 300),
    ...number("syncOffsetMs", syncOffsets.least, syncOffsets.most),
    ...((display === "book" || display === "chapter") && { timeDisplay: display }),
  };
}
