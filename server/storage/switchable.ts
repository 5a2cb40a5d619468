import type { StorageDriver } from "#shared/staff/storage.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import type { LocalStorage } from "./local.ts";
import { isMissingFile, type Storage } from "./storage.ts";

export interface StorageDrivers {
  readonly disk: LocalStorage;
  /** Null when it is not configured. */
  readonly s3: Storage | null;
}

export interface ActiveStorage {
  readonly driver: StorageDriver;
  /** The storage that files are moved to or from; its files are read when the active one has none. */
  readonly fallback: StorageDriver | null;
}

/** How long a process uses a storage after another process switched. */
const stateMs = 2_000;

/**
 * Storage in the active driver, with the other one as a fallback while files are moved.
 *
 * @param readState reads the active driver from the database
 */
export function createSwitchableStorage(
  drivers: StorageDrivers,
  readState: () => Promise<ActiveStorage>,
): Storage {
  let known: { readonly at: number; readonly state: Promise<ActiveStorage> } | null = null;

  // Without S3 the state cannot change while the process runs.
  function getState(): Promise<ActiveStorage> {
    if (known && (drivers.s3 === null || Date.now() - known.at < stateMs)) return known.state;
    const state = readState();
    known = { at: Date.now(), state };
    state.catch(() => {
      if (known?.state === state) known = null;
    });
    return state;
  }

  async function getStorages(): Promise<{ readonly active: Storage; readonly fallback: Storage | null }> {
    const { driver, fallback } = await getState();
    const active = drivers[driver];
    if (!active) throw new ProblemError("unavailable", "storage_not_configured");
    return { active, fallback: fallback && drivers[fallback] };
  }

  async function fromEither<T>(open: (storage: Storage) => Promise<T>): Promise<T> {
    const { active, fallback } = await getStorages();
    if (!fallback) return open(active);
    return open(active).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
      return open(fallback);
    });
  }

  return {
    put: async (key, content) => (await getStorages()).active.put(key, content),

    read: (key, range) => fromEither((storage) => storage.read(key, range)),
    openFile: (key) => fromEither((storage) => storage.openFile(key)),
    acquireLocal: (key) => fromEither((storage) => storage.acquireLocal(key)),

    async size(key) {
      const { active, fallback } = await getStorages();
      return (await active.size(key)) ?? (await fallback?.size(key)) ?? null;
    },

    // The fallback comes first, so that a file missing in the active storage only is never copied back.
    async remove(key) {
      const { active, fallback } = await getStorages();
      await fallback?.remove(key);
      await active.remove(key);
    },

    async isLocal(key) {
      const { active } = await getStorages();
      return active === drivers.disk && (await drivers.disk.size(key)) !== null;
    },

    async *list(prefix) {
      const { active, fallback } = await getStorages();
      yield* distinct(
        [active, fallback],
        (storage) => storage.list(prefix),
        (key) => key,
      );
    },

    async *listAged(prefix) {
      const { active, fallback } = await getStorages();
      yield* distinct(
        [active, fallback],
        (storage) => storage.listAged(prefix),
        ({ key }) => key,
      );
    },

    check: async () => (await getStorages().catch(() => null))?.active.check() ?? false,
  };
}

async function* distinct<T>(
  [active, fallback]: readonly [Storage, Storage | null],
  list: (storage: Storage) => AsyncIterable<T>,
  keyOf: (item: T) => string,
): AsyncIterable<T> {
  if (!fallback) return yield* list(active);
  const listed = new Set<string>();
  for await (const item of list(active)) {
    listed.add(keyOf(item));
    yield item;
  }
  for await (const item of list(fallback)) if (!listed.has(keyOf(item))) yield item;
}
