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
  const stored = new Map<string, string>();
  let keys: string[] | null = null;
  const changed = <Result>(result: Result): void => {
    keys = null;
    void result;
  };
  return {
    get length() {
      return stored.size;
    },
    key: (n) => {
      keys ??= [...stored.keys()];
      return keys[n] ?? null;
    },
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => changed(stored.set(key, String(value))),
    removeItem: (key) => changed(stored.delete(key)),
    clear: () => changed(stored.clear()),
  };
}
