import { Store, useStore } from "./store.ts";

export interface StoredPreference<Value extends string> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  /** Reads the value again, for example after a change in another tab. */
  readonly notify: () => void;
  readonly use: () => Value;
}

/**
 * A choice that this browser remembers. Without storage it lives until the page closes.
 *
 * @param values the options; the first is the default
 */
export function createStoredPreference<const Value extends string>(
  storageKey: string,
  values: readonly [Value, ...Value[]],
): StoredPreference<Value> {
  const readValue = () => {
    const stored = read(storageKey);
    return values.find((value) => value === stored);
  };
  const store = new Store<Value>(readValue() ?? values[0]);
  return {
    get: store.getState,
    notify: () => store.set(readValue() ?? values[0]),
    set(value) {
      try {
        localStorage.setItem(storageKey, value);
      } catch {}
      store.set(value);
    },
    use: () => useStore(store),
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
