import { Store } from "#client/lib/store.ts";
import { fontDatabase } from "./delete-own-font.ts";

interface StoredFont {
  readonly name: string;
  readonly file: Blob;
}

export interface OwnFont {
  readonly name: string;
  readonly url: string;
}

/** Why a font file is not used. */
export type FontRefusal = "tooLarge" | "notAFont" | "notStored";

const maxBytes = 20_000_000;
/** `\0\1\0\0` and `true` of TrueType, `OTTO` of OpenType, `wOFF` and `wOF2`. */
const signatures = new Set([0x00010000, 0x74727565, 0x4f54544f, 0x774f4646, 0x774f4632]);

const storeName = "fonts";
const key = "own";

/** The reader's own font on this device; null for none. */
export const ownFont = new Store<OwnFont | null>(null);

export const onOwnFontChange = (listener: () => void): (() => void) => ownFont.subscribe(listener);

export function getOwnFontFace(): string {
  const font = ownFont.getState();
  return font ? `@font-face{font-family:"mk own";src:url("${font.url}")}` : "";
}

let loading: Promise<void> | null = null;

/** Reads the font once; a device without storage has none. */
export function loadOwnFont(): Promise<void> {
  loading ??= withStore<StoredFont | undefined>("readonly", (store) => store.get(key)).then(show, () => {});
  return loading;
}

/**
 * Stores a font file on this device in place of the previous one.
 *
 * @returns why it was refused; null when it is used
 */
export async function saveOwnFont(file: File): Promise<FontRefusal | null> {
  if (file.size > maxBytes) return "tooLarge";
  if (!(await isFont(file))) return "notAFont";
  const font: StoredFont = {
    name: file.name.replace(/\.\w+$/, "").slice(0, 60),
    file: new Blob([await file.arrayBuffer()]),
  };
  try {
    await withStore("readwrite", (store) => store.put(font, key));
  } catch {
    return "notStored";
  }
  show(font);
  return null;
}

export async function removeOwnFont(): Promise<void> {
  await withStore("readwrite", (store) => store.delete(key)).catch(() => {});
  show(undefined);
}

function show(font: StoredFont | undefined): void {
  const previous = ownFont.getState();
  ownFont.set(font ? { name: font.name, url: URL.createObjectURL(font.file) } : null);
  if (previous) URL.revokeObjectURL(previous.url);
}

async function isFont(file: File): Promise<boolean> {
  try {
    const bytes = await file.arrayBuffer();
    if (!signatures.has(new DataView(bytes).getUint32(0))) return false;
    await new FontFace("mk-check", bytes).load();
    return true;
  } catch {
    return false;
  }
}

async function withStore<T>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await openDatabase();
  return await new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode);
    const request = run(transaction.objectStore(storeName)) as IDBRequest<T>;
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  }).finally(() => database.close());
}

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(fontDatabase, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
}
