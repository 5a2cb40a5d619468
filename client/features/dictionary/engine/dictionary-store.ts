import type { EnglishEntry } from "#shared/dictionary/contract.ts";
import { openDatabase, toPromise } from "#client/lib/indexed-db.ts";
import { createId } from "#client/lib/uuid.ts";
import { RefusedFile } from "../import/refused-file.ts";
import type { FindBlock } from "./look-up-entries.ts";
import type { DictionaryInfo, StoredBlock } from "./stored-entry.ts";

type DictionaryRow = DictionaryInfo & {
  /** False while its blocks are being written. */
  readonly isReady: boolean;
};

interface LookUpRow {
  readonly word: string;
  readonly entries: readonly EnglishEntry[];
  readonly at: number;
}

const blocksPerTransaction = 60;
/** Looked-up English words that are kept for use without a connection. */
const maxLookUps = 2_000;
const trimmedLookUps = 200;

let opened: Promise<IDBDatabase> | null = null;

/** @throws {RefusedFile} `storageRefused` where the browser forbids storage */
function openStore(): Promise<IDBDatabase> {
  opened ??= openDatabase("maktaba-dictionaries", (database) => {
    database.createObjectStore("dictionaries", { keyPath: "id" });
    database.createObjectStore("blocks");
    database.createObjectStore("lookUps", { keyPath: "word" }).createIndex("at", "at");
  }).catch(() => {
    opened = null;
    throw new RefusedFile("storageRefused");
  });
  return opened;
}

/** Runs a function in a transaction and waits until it is stored. */
async function write(names: string[], run: (transaction: IDBTransaction) => void): Promise<void> {
  const transaction = (await openStore()).transaction(names, "readwrite");
  const stored = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
  try {
    run(transaction);
    await stored;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
    throw new RefusedFile(isFull ? "storageFull" : "storageRefused");
  }
}

const listRows = async () => {
  const store = (await openStore()).transaction("dictionaries").objectStore("dictionaries");
  const rows: DictionaryRow[] = await toPromise(store.getAll());
  return rows.sort((a, b) => a.position - b.position);
};

/** In reading order. */
export async function listDictionaries(): Promise<DictionaryInfo[]> {
  const rows = await listRows();
  return rows.filter(({ isReady }) => isReady).map(({ isReady: _isReady, ...info }) => info);
}

/** Removes what an import left behind that was interrupted. */
export async function removeUnfinished(): Promise<void> {
  for (const { id, isReady } of await listRows()) if (!isReady) await removeDictionary(id);
}

/**
 * Stores a dictionary after the others.
 *
 * @throws {RefusedFile} `storageFull`, `storageRefused`
 */
export async function addDictionary(
  info: Pick<DictionaryInfo, "title" | "kind" | "entryCount">,
  blocks: Iterable<StoredBlock>,
  onProgress: (entries: number) => void,
): Promise<DictionaryInfo> {
  const rows = await listRows();
  const position = (rows.at(-1)?.position ?? 0) + 1;
  const added = { ...info, id: createId(), position };
  const save = (isReady: boolean) =>
    write(["dictionaries"], (transaction) => {
      transaction.objectStore("dictionaries").put({ ...added, isReady });
    });
  try {
    await save(false);
    await addBlocks(added.id, blocks, onProgress);
    await save(true);
    return added;
  } catch (error) {
    await removeDictionary(added.id).catch(() => {});
    throw error;
  }
}

async function addBlocks(id: string, blocks: Iterable<StoredBlock>, onProgress: (entries: number) => void) {
  let batch: StoredBlock[] = [];
  let entryCount = 0;
  const flush = async () => {
    const written = batch;
    batch = [];
    await write(["blocks"], (transaction) => {
      const store = transaction.objectStore("blocks");
      for (const block of written) store.put(block, [id, block.firstKey]);
    });
    onProgress(entryCount);
  };
  for (const block of blocks) {
    batch.push(block);
    entryCount += block.entries.length;
    if (batch.length === blocksPerTransaction) await flush();
  }
  await flush();
}

export const removeDictionary = (id: string): Promise<void> =>
  write(["dictionaries", "blocks"], (transaction) => {
    transaction.objectStore("dictionaries").delete(id);
    transaction.objectStore("blocks").delete(IDBKeyRange.bound([id], [id, []]));
  });

/** Stores the reading order. */
export async function orderDictionaries(ids: readonly string[]): Promise<void> {
  const rows = await listRows();
  await write(["dictionaries"], (transaction) => {
    for (const row of rows) {
      const position = ids.indexOf(row.id) + 1;
      if (position > 0) transaction.objectStore("dictionaries").put({ ...row, position });
    }
  });
}

/** Finds blocks of a dictionary by the index of the database. */
export async function openBlocks(id: string): Promise<FindBlock> {
  const database = await openStore();
  return async (key) => {
    const store = database.transaction("blocks").objectStore("blocks");
    const cursor = await toPromise(store.openCursor(IDBKeyRange.bound([id], [id, key]), "prev"));
    return cursor ? (cursor.value as StoredBlock) : null;
  };
}

export async function findLookUp(word: string): Promise<readonly EnglishEntry[] | null> {
  const store = (await openStore()).transaction("lookUps").objectStore("lookUps");
  const row: LookUpRow | undefined = await toPromise(store.get(word));
  return row?.entries ?? null;
}

export async function saveLookUp(word: string, entries: readonly EnglishEntry[]): Promise<void> {
  await write(["lookUps"], (transaction) => {
    const store = transaction.objectStore("lookUps");
    store.put({ word, entries, at: Date.now() } satisfies LookUpRow);
    const total = store.count();
    total.onsuccess = () => {
      if (total.result > maxLookUps) deleteOldest(store, trimmedLookUps);
    };
  });
}

function deleteOldest(store: IDBObjectStore, count: number): void {
  let left = count;
  const request = store.index("at").openCursor();
  request.onsuccess = () => {
    if (!request.result || left-- === 0) return;
    request.result.delete();
    request.result.continue();
  };
}
