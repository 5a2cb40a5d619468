import type { Readable } from "node:stream";
import type { StorageDriver } from "#shared/staff/storage.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import type { LocalStorage } from "./local.ts";
import {
  type ByteRange,
  type FileWithAge,
  isMissingFile,
  type LocalFile,
  type RandomAccessFile,
  type Storage,
  type StoredFile,
} from "./storage.ts";

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

/** Storage in the active driver, with the other one as a fallback while files are moved. */
export class SwitchableStorage implements Storage {
  readonly #drivers: StorageDrivers;
  readonly #readState: () => Promise<ActiveStorage>;
  #cached: { readonly at: number; readonly state: Promise<ActiveStorage> } | null = null;

  /** @param readState reads the active driver from the database */
  constructor(drivers: StorageDrivers, readState: () => Promise<ActiveStorage>) {
    this.#drivers = drivers;
    this.#readState = readState;
  }

  async put(key: string, content: Readable): Promise<StoredFile> {
    return (await this.#getStorages()).active.put(key, content);
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return this.#withFallback((storage) => storage.read(key, range));
  }

  async openFile(key: string): Promise<RandomAccessFile> {
    return this.#withFallback((storage) => storage.openFile(key));
  }

  async acquireLocal(key: string): Promise<LocalFile> {
    return this.#withFallback((storage) => storage.acquireLocal(key));
  }

  async size(key: string): Promise<number | null> {
    const { active, fallback } = await this.#getStorages();
    return (await active.size(key)) ?? (await fallback?.size(key)) ?? null;
  }

  // The fallback comes first, so that a file missing in the active storage only is never copied back.
  async remove(key: string): Promise<void> {
    const { active, fallback } = await this.#getStorages();
    await fallback?.remove(key);
    await active.remove(key);
  }

  async isLocal(key: string): Promise<boolean> {
    const { active } = await this.#getStorages();
    const { disk } = this.#drivers;
    return active === disk && (await disk.size(key)) !== null;
  }

  async *list(prefix: string): AsyncIterable<string> {
    const storages = await this.#getStorages();
    yield* listDistinct(
      storages,
      (storage) => storage.list(prefix),
      (key) => key,
    );
  }

  async *listWithAge(prefix: string): AsyncIterable<FileWithAge> {
    const storages = await this.#getStorages();
    yield* listDistinct(
      storages,
      (storage) => storage.listWithAge(prefix),
      ({ key }) => key,
    );
  }

  async check(): Promise<boolean> {
    return this.#getStorages().then(
      ({ active }) => active.check(),
      () => false,
    );
  }

  /** Without S3 the state cannot change while the process runs. */
  #getState(): Promise<ActiveStorage> {
    const cached = this.#cached;
    if (cached && (this.#drivers.s3 === null || Date.now() - cached.at < stateMs)) return cached.state;
    const state = this.#readState();
    this.#cached = { at: Date.now(), state };
    state.catch(() => {
      if (this.#cached?.state === state) this.#cached = null;
    });
    return state;
  }

  async #getStorages(): Promise<Storages> {
    const { driver, fallback } = await this.#getState();
    const active = this.#drivers[driver];
    if (!active) throw new ProblemError("unavailable", "storage_not_configured");
    return { active, fallback: fallback && this.#drivers[fallback] };
  }

  async #withFallback<T>(open: (storage: Storage) => Promise<T>): Promise<T> {
    const { active, fallback } = await this.#getStorages();
    if (!fallback) return open(active);
    return open(active).catch((error: unknown) => {
      if (!isMissingFile(error)) throw error;
      return open(fallback);
    });
  }
}

interface Storages {
  readonly active: Storage;
  readonly fallback: Storage | null;
}

async function* listDistinct<T>(
  { active, fallback }: Storages,
  list: (storage: Storage) => AsyncIterable<T>,
  getKey: (item: T) => string,
): AsyncIterable<T> {
  if (!fallback) return yield* list(active);
  const listed = new Set<string>();
  for await (const item of list(active)) {
    listed.add(getKey(item));
    yield item;
  }
  for await (const item of list(fallback)) if (!listed.has(getKey(item))) yield item;
}
