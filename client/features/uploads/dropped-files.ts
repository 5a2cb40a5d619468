import type { ChosenFile } from "./engine/upload-engine.ts";
import type { ReadableHandle } from "./engine/upload-persistence.ts";

interface HandleItem extends DataTransferItem {
  /** Chromium only. */
  getAsFileSystemHandle?(): Promise<(FileHandle | FolderHandle) | null>;
}

interface FileHandle extends ReadableHandle {
  readonly kind: "file";
  readonly name: string;
}

interface FolderHandle {
  readonly kind: "directory";
  readonly name: string;
  values(): AsyncIterable<FileHandle | FolderHandle>;
}

/** The files of a drop, with those of dropped folders; with handles where the browser has them. */
export async function readDroppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  // The items are readable only until the first await.
  const dropped = [...items]
    .filter(({ kind }) => kind === "file")
    .map((item: HandleItem) => ({
      handle: item.getAsFileSystemHandle?.() ?? null,
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
    }));
  const found: ChosenFile[] = [];
  for (const { handle: pending, entry, file } of dropped) {
    const handle = await pending?.catch(() => null);
    if (handle) found.push(...(await readHandle(handle, "")));
    else if (entry) found.push(...(await readEntry(entry, "")));
    else if (file) found.push({ path: file.name, file });
  }
  return found;
}

async function readHandle(handle: FileHandle | FolderHandle, parentPath: string): Promise<ChosenFile[]> {
  const path = parentPath + handle.name;
  if (handle.kind === "file") return [{ path, file: await handle.getFile(), handle }];
  const found: ChosenFile[] = [];
  for await (const inner of handle.values()) found.push(...(await readHandle(inner, `${path}/`)));
  return found;
}

async function readEntry(entry: FileSystemEntry, parentPath: string): Promise<ChosenFile[]> {
  const path = parentPath + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    return [{ path, file }];
  }
  const found: ChosenFile[] = [];
  for (const inner of await getEntries(entry as FileSystemDirectoryEntry)) {
    found.push(...(await readEntry(inner, `${path}/`)));
  }
  return found;
}

/** A reader returns a hundred entries at a time. */
async function getEntries(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}
