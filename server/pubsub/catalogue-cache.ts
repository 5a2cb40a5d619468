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
    const version = live.catalogue.current();
    if (version === null) return load();
    const cache = this.#caches.get(live);
    const found = cache?.version === version ? cache.values.get(key) : undefined;
    if (found !== undefined) return found;
    const value = await load();
    if (live.catalogue.current() === version) this.#set(live, version, key, value);
    return value;
  }

  #set(live: PubSub, version: number, key: string, value: Value): void {
    const cache = this.#caches.get(live);
    const isUsable = cache?.version === version && cache.values.size < this.#maxEntries;
    const { values } = isUsable ? cache : { values: new Map<string, Value>() };
    this.#caches.set(live, { version, values: values.set(key, value) });
  }
}
