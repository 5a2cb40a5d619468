import { useSyncExternalStore } from "react";

export interface StoredPreference<Value extends string> {
  readonly chosen: () => Value;
  readonly choose: (value: Value) => void;
  /** Tells who shows it to look again, as after a change in another tab. */
  readonly tell: () => void;
  readonly use: () => Value;
}

/** @param values the options; the first is the default */
export function createStoredPreference<const Value extends string>(
  storedAs: string,
  values: readonly [Value, ...Value[]],
): StoredPreference<Value> {
  const listeners = new Set<() => void>();
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const chosen = () => {
    const stored = read(storedAs);
    return values.find((value) => value === stored) ?? values[0];
  };
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    chosen,
    tell,
    choose(value) {
      try {
        localStorage.setItem(storedAs, value);
      } catch {}
      tell();
    },
    use: () => useSyncExternalStore(listen, chosen, () => values[0]),
  };
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}
