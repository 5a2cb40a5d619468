import { Store } from "#client/lib/store.ts";
import { defaultSettings, maxRate, minRate, type PlayerSettings, syncOffsets } from "./settings.ts";

const key = "maktaba.player";

/** Player settings of this device. */
export class SettingsStore extends Store<PlayerSettings> {
  constructor() {
    super({ ...defaultSettings, ...read() });
  }

  override update(part: Partial<PlayerSettings>): void {
    try {
      localStorage.setItem(key, JSON.stringify({ ...this.getState(), ...part }));
    } catch {
      // Storage is unavailable: the value is lost when the page closes.
    }
    super.update(part);
  }
}

function read(): Partial<PlayerSettings> {
  try {
    return parseSettings(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

export function parseSettings(stored: unknown): Partial<PlayerSettings> {
  if (typeof stored !== "object" || stored === null) return {};
  const readNumber = (name: string, min: number, max: number) => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === "number" && value >= min && value <= max ? { [name]: value } : {};
  };
  const readSwitch = (name: string) => {
    const value: unknown = Reflect.get(stored, name);
    return typeof value === "boolean" ? { [name]: value } : {};
  };
  const display: unknown = Reflect.get(stored, "timeDisplay");
  return {
    ...readNumber("rate", minRate, maxRate),
    ...readNumber("skipBack", 5, 300),
    ...readNumber("skipForward", 5, 300),
    ...readNumber("syncOffsetMs", syncOffsets.min, syncOffsets.max),
    ...readNumber("eveningMinutes", 0, 600),
    ...readSwitch("rewindsAfterPause"),
    ...readSwitch("sleepChime"),
    ...readSwitch("shakeExtends"),
    ...((display === "book" || display === "chapter") && { timeDisplay: display }),
  };
}
