import type { UserId } from "#shared/accounts/user.ts";
import type { UploadFileId } from "#shared/uploads/contract.ts";
import { savedUploadsKey } from "#client/features/uploads/has-uploads.ts";
import { createKeyValueStore } from "#client/lib/indexed-db.ts";
import { computeEdgeDigest } from "./file-digests.ts";
import type { SavedFile, UploadItem } from "./upload-state.ts";
import { getSavedFiles, tabState, uploads } from "./upload-state.ts";

/** The state that survives a reload of the page. */
export interface SavedUploads {
  readonly userId: UserId;
  readonly isMinimized: boolean;
  readonly items: readonly (UploadItem & { readonly files: readonly SavedFile[] })[];
}

/** Null without unfinished or unread uploads of this user. */
export function readSavedUploads(userId: UserId): SavedUploads | null {
  try {
    const saved = JSON.parse(localStorage.getItem(savedUploadsKey) ?? "null") as SavedUploads | null;
    return saved?.userId === userId ? saved : null;
  } catch {
    return null;
  }
}

/** Saves the items of this tab's user. */
export function saveUploads(): void {
  const { userId } = tabState;
  if (!userId) return;
  const { items, isMinimized } = uploads.getState();
  const saved: SavedUploads = {
    userId,
    isMinimized,
    items: items.map((item) => ({ ...item, files: getSavedFiles(item.id) })),
  };
  try {
    if (items.length === 0) localStorage.removeItem(savedUploadsKey);
    else localStorage.setItem(savedUploadsKey, JSON.stringify(saved));
  } catch {
    // Without storage, uploads do not survive a reload.
  }
}

/** A file handle, where the browser has them (Chromium). */
export interface ReadableHandle {
  getFile(): Promise<File>;
  queryPermission?(options: { mode: "read" }): Promise<PermissionState>;
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
}

/** Without IndexedDB the reader chooses the files again. */
const handles = createKeyValueStore("maktaba-uploads", "handles");

export const saveHandle = (id: UploadFileId, handle: ReadableHandle) => handles.set(id, handle);
const findHandle = (id: UploadFileId) => handles.get(id) as Promise<ReadableHandle | null>;

export function deleteHandles(files: readonly SavedFile[]): void {
  for (const { id } of files) void handles.delete(id);
}

export async function hasHandles(files: readonly SavedFile[]): Promise<boolean> {
  const found = await Promise.all(files.map(({ id }) => findHandle(id)));
  return found.every(Boolean);
}

/** The files of stored handles by path; null when one is missing, changed or not readable. */
export async function readFilesByHandle(
  files: readonly SavedFile[],
  requestsPermission: boolean,
): Promise<ReadonlyMap<string, File> | null> {
  const found = new Map<string, File>();
  for (const saved of files) {
    const handle = await findHandle(saved.id);
    if (!handle) return null;
    const request = requestsPermission ? handle.requestPermission : handle.queryPermission;
    const permission = await request?.call(handle, { mode: "read" }).catch(() => "denied" as const);
    if (permission !== "granted") return null;
    const file = await handle.getFile().catch(() => null);
    if (file?.size !== saved.bytes || file.lastModified !== saved.lastModified) return null;
    found.set(saved.path, file);
  }
  return found;
}

/** The chosen files by path; null when one of the saved files is not among them. */
export async function matchFiles(
  savedFiles: readonly SavedFile[],
  chosen: readonly File[],
): Promise<ReadonlyMap<string, File> | null> {
  const matching = new Map<string, File>();
  for (const saved of savedFiles) {
    for (const file of chosen) {
      if (file.size !== saved.bytes || !isSameFile(saved, file)) continue;
      if (saved.edgeDigest !== "" && (await computeEdgeDigest(file)) !== saved.edgeDigest) continue;
      matching.set(saved.path, file);
    }
    if (!matching.has(saved.path)) return null;
  }
  return matching;
}

/** Files of another device are recognized by name. */
const isSameFile = ({ path, lastModified }: SavedFile, file: File) =>
  lastModified === null ? path.split("/").at(-1) === file.name : lastModified === file.lastModified;
