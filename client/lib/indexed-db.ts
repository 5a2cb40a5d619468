/**
 * Opens a database of this device; version 1 has the stores that the callback creates.
 *
 * @throws where the browser forbids storage, as in some private windows
 */
export function openDatabase(
  name: string,
  createStores: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => createStores(request.result);
    request.onsuccess = () => {
      // Otherwise another tab could not delete the database.
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(request.error);
  });
}

export function toPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Values by key; without storage there are none, and writing does nothing. */
export interface KeyValueStore {
  /** Null without the key. */
  readonly get: (key: string) => Promise<unknown>;
  readonly set: (key: string, value: unknown) => Promise<void>;
  readonly delete: (key: string) => Promise<void>;
}

/** A store of values that can be cloned, alone in its database, which is open only while it is used. */
export function createKeyValueStore(databaseName: string, storeName: string): KeyValueStore {
  async function run<Result>(
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result | null> {
    try {
      const database = await openDatabase(databaseName, (created) => created.createObjectStore(storeName));
      const transaction = database.transaction(storeName, mode);
      return await toPromise(callback(transaction.objectStore(storeName))).finally(() => database.close());
    } catch {
      return null;
    }
  }
  return {
    get: async (key) => (await run("readonly", (store) => store.get(key))) ?? null,
    set: async (key, value) => void (await run("readwrite", (store) => store.put(value, key))),
    delete: async (key) => void (await run("readwrite", (store) => store.delete(key))),
  };
}
