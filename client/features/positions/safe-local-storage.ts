export function deviceStorage(): Storage {
  try {
    localStorage.setItem("maktaba.probe", "1");
    localStorage.removeItem("maktaba.probe");
    return localStorage;
  } catch {
    return memoryStorage();
  }
}

/** In-memory fallback. */
export function memoryStorage(): Storage {
  const kept = new Map<string, string>();
  let keys: string[] | null = null;
  const changed = <Result>(result: Result): void => {
    keys = null;
    void result;
  };
  return {
    get length() {
      return kept.size;
    },
    key: (n) => {
      keys ??= [...kept.keys()];
      return keys[n] ?? null;
    },
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => changed(kept.set(key, String(value))),
    removeItem: (key) => changed(kept.delete(key)),
    clear: () => changed(kept.clear()),
  };
}
