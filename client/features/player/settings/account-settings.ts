import { type Preferences, sessionContract } from "#shared/accounts/session-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { call } from "#shared/api/http-client.ts";
import { fromPreferences, type PlayerSettings, toPreferences } from "./settings.ts";
import { parseSettings, type SettingsStore } from "./settings-store.ts";

const saveAfterMs = 1_000;

export class AccountSettings {
  readonly #settings: SettingsStore;
  readonly #key: string;
  #lastKnown: PlayerSettings;
  #timer = 0;

  constructor(userId: UserId, settings: SettingsStore) {
    this.#settings = settings;
    this.#key = `maktaba.player.unsent.${userId}`;
    this.#lastKnown = settings.getState();
  }

  merge(preferences: Preferences): void {
    const unsent = this.#unsent;
    this.#lastKnown = { ...fromPreferences(preferences, this.#settings.getState()), ...unsent };
    this.#settings.update(this.#lastKnown);
    void this.#send();
  }

  /**
   * Saves changes of the player settings to the account.
   *
   * @returns a function that stops
   */
  sync(): () => void {
    const stopListening = this.#settings.subscribe(() => this.#onChanged());
    const sendLast = () => void this.#send({ keepalive: true });
    const retrySend = () => void this.#send();
    addEventListener("pagehide", sendLast);
    addEventListener("online", retrySend);
    return () => {
      stopListening();
      clearTimeout(this.#timer);
      removeEventListener("pagehide", sendLast);
      removeEventListener("online", retrySend);
    };
  }

  #onChanged(): void {
    const changed = getDifferences(this.#settings.getState(), this.#lastKnown);
    if (Object.keys(changed).length === 0) return;
    this.#lastKnown = this.#settings.getState();
    this.#storeUnsent({ ...this.#unsent, ...changed });
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#send(), saveAfterMs);
  }

  async #send({ keepalive = false } = {}): Promise<void> {
    clearTimeout(this.#timer);
    const sent = this.#unsent;
    if (Object.keys(sent).length === 0) return;
    try {
      await call(sessionContract.updatePreferences, { body: toPreferences(sent) }, { keepalive });
    } catch {
      return;
    }
    this.#storeUnsent(getDifferences(this.#unsent, sent));
  }

  get #unsent(): Partial<PlayerSettings> {
    try {
      return parseSettings(JSON.parse(localStorage.getItem(this.#key) ?? "{}"));
    } catch {
      return {};
    }
  }

  #storeUnsent(unsent: Partial<PlayerSettings>): void {
    try {
      if (Object.keys(unsent).length === 0) localStorage.removeItem(this.#key);
      else localStorage.setItem(this.#key, JSON.stringify(unsent));
    } catch {
      // Storage is unavailable: the value lives until the page closes.
    }
  }
}

function getDifferences(
  { rate, skipBack, skipForward, timeDisplay, syncOffsetMs }: Partial<PlayerSettings>,
  previous: Partial<PlayerSettings>,
): Partial<PlayerSettings> {
  return {
    ...(rate !== undefined && rate !== previous.rate && { rate }),
    ...(skipBack !== undefined && skipBack !== previous.skipBack && { skipBack }),
    ...(skipForward !== undefined && skipForward !== previous.skipForward && { skipForward }),
    ...(timeDisplay !== undefined && timeDisplay !== previous.timeDisplay && { timeDisplay }),
    ...(syncOffsetMs !== undefined && syncOffsetMs !== previous.syncOffsetMs && { syncOffsetMs }),
  };
}
