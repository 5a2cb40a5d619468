import { vi } from "vitest";

const getKey = (request: RequestInfo | URL) => {
  const { pathname, search } = new URL(request instanceof Request ? request.url : request, location.origin);
  return pathname + search;
};

class FakeCache {
  readonly stored = new Map<string, Response>();

  async match(request: RequestInfo | URL): Promise<Response | undefined> {
    return this.stored.get(getKey(request))?.clone();
  }

  async put(request: RequestInfo | URL, reply: Response): Promise<void> {
    this.stored.set(getKey(request), reply);
  }

  async add(path: string): Promise<void> {
    const reply = await fetch(path);
    if (!reply.ok) throw new TypeError("Failed to fetch");
    await this.put(path, reply);
  }

  async keys() {
    return [...this.stored.keys()].map((path) => new Request(location.origin + path));
  }

  async delete(request: RequestInfo | URL): Promise<boolean> {
    return this.stored.delete(getKey(request));
  }
}

/** Cache Storage in memory, without `Vary`. @returns the caches by name */
export function stubCaches(): ReadonlyMap<string, FakeCache> {
  const all = new Map<string, FakeCache>();
  const open = async (name: string) => {
    const cache = all.get(name) ?? new FakeCache();
    all.set(name, cache);
    return cache;
  };
  vi.stubGlobal("caches", {
    open,
    has: async (name: string) => all.has(name),
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    match: async (request: RequestInfo | URL, { cacheName }: { readonly cacheName: string }) =>
      all.get(cacheName)?.match(request),
  });
  return all;
}
