import type { PubSub } from "./live.ts";

interface VersionedValues<Value> {
  readonly version: number;
  readonly values: Map<string, Value>;
}

/** Values of a process that depend on the catalogue alone, emptied when it changes. */
export class CatalogueCache<Value> {
  readonly #maxEntries: number;
  readonly #caches = new WeakMap<PubSub, VersionedValues<Value>>();

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** @param load not called when the value is cached */
  async get(live: PubSub, key: string, load: () => Promise<Value>): Promise<Value> {
    const found = this.#find(live, key);
    if (found !== undefined) return found;
    const version = live.catalogue.current();
    const value = await load();
    this.#set(live, version, key, value);
    return value;
  }

  /**
   * The values of several keys.
   *
   * @param load loads those that are not cached, in the order of its keys
   */
  async getAll(
    live: PubSub,
    keys: readonly string[],
    load: (keys: readonly string[]) => Promise<readonly Value[]>,
  ): Promise<Value[]> {
    const values = new Map(keys.map((key) => [key, this.#find(live, key)]));
    const missing = [...values.keys()].filter((key) => values.get(key) === undefined);
    const version = live.catalogue.current();
    const loaded = missing.length > 0 ? await load(missing) : [];
    for (const [n, value] of loaded.entries()) {
      const key = missing[n] as string;
      values.set(key, value);
      this.#set(live, version, key, value);
    }
    return keys.map((key) => values.get(key) as Value);
  }

  #find(live: PubSub, key: string): Value | undefined {
    const cache = this.#caches.get(live);
    return cache !== undefined && cache.version === live.catalogue.current()
      ? cache.values.get(key)
      : undefined;
  }

  /** @param version when the value was requested: older values are not cached */
  #set(live: PubSub, version: number | null, key: string, value: Value): void {
    if (version === null || live.catalogue.current() !== version) return;
    const cache = this.#caches.get(live);
    const isUsable = cache?.version === version && cache.values.size < this.#maxEntries;
    const { values } = isUsable ? cache : { values: new Map<string, Value>() };
    this.#caches.set(live, { version, values: values.set(key, value) });
  }
}
