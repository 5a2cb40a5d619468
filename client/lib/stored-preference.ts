import { useSyncExternalStore } from "react";

/** A choice among a few that this browser keeps, and whoever shows it follows. */
export interface StoredPreference<Value extends string> {
  readonly chosen: () => Value;
  readonly choose: (value: Value) => void;
  /** Tells who shows it to look again, as after a change in another tab. */
  readonly tell: () => void;
  readonly use: () => Value;
}

/** @param values what may be chosen; the first stands for a browser that was told nothing, or keeps nothing. */
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
      } catch {
        // A browser that keeps nothing shows the usual one.
      }
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
