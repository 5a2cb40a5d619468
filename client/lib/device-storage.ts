export function getDeviceStorage(): Storage {
  try {
    localStorage.setItem("maktaba.probe", "1");
    localStorage.removeItem("maktaba.probe");
    return localStorage;
  } catch {
    return createMemoryStorage();
  }
}

/** In-memory fallback. */
export function createMemoryStorage(): Storage {
  const stored = new Map<string, string>();
  let keys: string[] | null = null;
  const resetKeys = <Result>(result: Result): void => {
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
    setItem: (key, value) => resetKeys(stored.set(key, String(value))),
    removeItem: (key) => resetKeys(stored.delete(key)),
    clear: () => resetKeys(stored.clear()),
  };
}
