import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { type UploadSet, type UploadSetId, uploadsContract } from "#shared/uploads/contract.ts";
import { getErrorMessage, withReasonTexts } from "#client/lib/api/error-message.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { computeEdgeDigest, computeFileDigest } from "./file-digests.ts";
import {
  deleteHandle,
  findHandle,
  type ReadableHandle,
  readSavedUploads,
  saveHandle,
  saveUploads,
} from "./saved-uploads.ts";
import { NetworkError, sendFile } from "./send-file.ts";
import { SpeedMeter } from "./speed-meter.ts";
import {
  addItem,
  removeCompleted,
  removeItem,
  type SavedFile,
  type UploadItem,
  updateItem,
  uploads,
} from "./upload-item.ts";

/** A file that a reader chose. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
  readonly handle?: ReadableHandle;
}

interface ActiveUpload {
  readonly controller: AbortController;
}

type Message =
  | { readonly type: "item"; readonly item: UploadItem; readonly files: readonly SavedFile[] }
  | { readonly type: "removed"; readonly id: UploadSetId }
  | { readonly type: "command"; readonly id: UploadSetId; readonly command: "pause" | "resume" };

const announceIntervalMs = 250;
const retryMs = 10_000;
const pollMs = 1_500;

const filesBySet = new Map<UploadSetId, readonly SavedFile[]>();
const selectedFiles = new Map<UploadSetId, ReadonlyMap<string, File>>();
const activeUploads = new Map<UploadSetId, ActiveUpload>();
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("maktaba-uploads") : null;
let userId: UserId | null = null;

const getLockName = (id: UploadSetId) => `upload ${id}`;

/** Continues the uploads of a user after a reload; may be called repeatedly. */
export async function openUploads(user: UserId): Promise<void> {
  if (userId === user) return;
  closeUploads();
  userId = user;
  channel?.addEventListener("message", onMessage);
  const saved = readSavedUploads(user);
  if (!saved) return;
  uploads.set({ items: [], isMinimized: saved.isMinimized });
  for (const { files, ...item } of saved.items) {
    filesBySet.set(item.id, files);
    addItem(item);
    if (item.status === "uploading" || item.status === "paused") void restore(item, files);
  }
}

/** Stops sending, for example after signing out. */
export function closeUploads(): void {
  channel?.removeEventListener("message", onMessage);
  for (const { controller } of activeUploads.values()) controller.abort();
  activeUploads.clear();
  filesBySet.clear();
  selectedFiles.clear();
  userId = null;
  uploads.set({ items: [], isMinimized: false });
}

/**
 * Starts the upload of one book.
 *
 * @throws {CallError} when the server refuses it
 */
export async function startUpload(
  title: string,
  files: readonly ChosenFile[],
  target: { readonly isForSite?: boolean; readonly revisionOf?: BookId } = {},
): Promise<UploadSetId> {
  const body = { title, ...target, files: files.map(({ path, file }) => ({ path, bytes: file.size })) };
  const set = await withReasonTexts(call(uploadsContract.createUpload, { body }));
  const byPath = new Map(files.map((each) => [each.path, each]));
  const saved: SavedFile[] = [];
  for (const { id, path, bytes } of set.files) {
    const chosenFile = byPath.get(path);
    if (!chosenFile) continue;
    const edgeDigest = await computeEdgeDigest(chosenFile.file).catch(() => "");
    saved.push({ id, path, bytes, edgeDigest, lastModified: chosenFile.file.lastModified });
    if (chosenFile.handle) await saveHandle(id, chosenFile.handle);
  }
  filesBySet.set(set.id, saved);
  selectedFiles.set(set.id, new Map(files.map(({ path, file }) => [path, file])));
  addItem(createItem(set));
  uploads.update({ isMinimized: false });
  announce(set.id);
  void run(set.id);
  return set.id;
}

function createItem({ id, title, files }: UploadSet): UploadItem {
  return {
    id,
    title,
    status: "uploading",
    progress: 0,
    speed: 0,
    estimatedTimeRemaining: null,
    totalSize: files.reduce((sum, { bytes }) => sum + bytes, 0),
    uploadedSize: 0,
    startTime: Date.now(),
    message: "",
    bookId: null,
    isProcessing: false,
    needs: null,
  };
}

export function pauseUpload(id: UploadSetId): void {
  const sender = activeUploads.get(id);
  if (!sender) {
    channel?.postMessage({ type: "command", id, command: "pause" } satisfies Message);
    return;
  }
  activeUploads.delete(id);
  sender.controller.abort();
  change(id, { status: "paused", speed: 0, estimatedTimeRemaining: null });
}

/** Continues in this tab, or in the one that has the files. */
export async function resumeUpload(id: UploadSetId): Promise<void> {
  if (selectedFiles.has(id)) return void run(id);
  if (await isSentElsewhere(id)) return;
  const item = find(id);
  if (item?.needs === null) {
    return channel?.postMessage({ type: "command", id, command: "resume" } satisfies Message);
  }
  const files = await readFilesByHandle(id, true);
  if (!files) return change(id, { needs: "files" });
  selectedFiles.set(id, files);
  void run(id);
}

/**
 * Continues with files that were chosen again.
 *
 * @returns false when they are not the same files
 */
export async function resumeWithFiles(id: UploadSetId, files: readonly File[]): Promise<boolean> {
  const matchingFiles = new Map<string, File>();
  for (const saved of filesBySet.get(id) ?? []) {
    for (const file of files) {
      if (file.size !== saved.bytes || file.lastModified !== saved.lastModified) continue;
      if (saved.edgeDigest !== "" && (await computeEdgeDigest(file)) !== saved.edgeDigest) continue;
      matchingFiles.set(saved.path, file);
    }
    if (!matchingFiles.has(saved.path)) return false;
  }
  selectedFiles.set(id, matchingFiles);
  void run(id);
  return true;
}

/** Removes an item; an unfinished upload is also deleted on the server. */
export async function cancelUpload(id: UploadSetId): Promise<void> {
  const item = find(id);
  if (item && !item.isProcessing && item.status !== "success") {
    await withReasonTexts(call(uploadsContract.cancelUpload, { params: { setId: id } })).catch(
      (error: unknown) => {
        if (!(error instanceof CallError) || error.status !== 404) throw error;
      },
    );
  }
  channel?.postMessage({ type: "removed", id } satisfies Message);
  removeUpload(id);
}

export function clearCompleted(): void {
  const previous = uploads.getState().items;
  removeCompleted();
  const remaining = uploads.getState().items;
  for (const { id } of previous) {
    if (!remaining.some((item) => item.id === id))
      channel?.postMessage({ type: "removed", id } satisfies Message);
  }
  saveAll();
}

export function setMinimized(isMinimized: boolean): void {
  uploads.update({ isMinimized });
  saveAll();
}

const find = (id: UploadSetId) => uploads.getState().items.find((item) => item.id === id);

function removeUpload(id: UploadSetId): void {
  activeUploads.get(id)?.controller.abort();
  activeUploads.delete(id);
  selectedFiles.delete(id);
  for (const file of filesBySet.get(id) ?? []) void deleteHandle(file.id);
  filesBySet.delete(id);
  removeItem(id);
  saveAll();
}

/** Sends the files and waits for the draft. One tab at a time does this. */
async function run(id: UploadSetId): Promise<void> {
  if (activeUploads.has(id)) return;
  const controller = new AbortController();
  activeUploads.set(id, { controller });
  const sendAndFinish = async () => {
    change(id, { status: "uploading", message: "", needs: null });
    await sendFiles(id, controller.signal);
    await finish(id, controller.signal);
  };
  try {
    if (navigator.locks)
      await navigator.locks.request(getLockName(id), { signal: controller.signal }, sendAndFinish);
    else await sendAndFinish();
  } catch (error) {
    await onFailure(id, error, controller);
  } finally {
    if (activeUploads.get(id)?.controller === controller) activeUploads.delete(id);
  }
}

async function onFailure(id: UploadSetId, error: unknown, { signal }: AbortController): Promise<void> {
  if (signal.aborted) return;
  if (error instanceof NetworkError || error instanceof TypeError) {
    change(id, { status: "paused", speed: 0, estimatedTimeRemaining: null });
    await waitForNetwork(signal);
    if (signal.aborted || find(id)?.status !== "paused") return;
    activeUploads.delete(id);
    return void run(id);
  }
  await loadMessages("reason").catch(() => {});
  change(id, { status: "error", speed: 0, message: getErrorMessage(error) });
}

function waitForNetwork(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, retryMs);
    function end() {
      clearTimeout(timer);
      removeEventListener("online", end);
      resolve();
    }
    addEventListener("online", end);
    signal.addEventListener("abort", end, { once: true });
  });
}

async function sendFiles(id: UploadSetId, signal: AbortSignal): Promise<void> {
  const files = filesBySet.get(id) ?? [];
  const filesByPath = selectedFiles.get(id);
  const sent = new Map<string, number>();
  const speedMeter = new SpeedMeter();
  const report = () => {
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const uploaded = [...sent.values()].reduce((sum, bytes) => sum + bytes, 0);
    const speed = speedMeter.addSample(uploaded);
    change(id, {
      uploadedSize: uploaded,
      progress: total === 0 ? 0 : (uploaded / total) * 100,
      speed,
      estimatedTimeRemaining: speed > 0 ? (total - uploaded) / speed : null,
    });
  };
  for (const { id: fileId, path, bytes } of files) {
    const file = filesByPath?.get(path);
    if (!file) throw new NetworkError(`The file ${path} is gone.`);
    const onProgress = (done: number) => {
      sent.set(path, done);
      report();
    };
    await sendFile({ fileId, file, onProgress, signal });
    onProgress(bytes);
  }
}

async function finish(id: UploadSetId, signal: AbortSignal): Promise<void> {
  change(id, { isProcessing: true, speed: 0, estimatedTimeRemaining: null });
  const digests: Record<string, string> = {};
  for (const { id: fileId, path } of filesBySet.get(id) ?? []) {
    const file = selectedFiles.get(id)?.get(path);
    const digest = file ? await computeFileDigest(file) : null;
    if (digest !== null) digests[fileId] = digest;
  }
  const params = { setId: id };
  const set = await withReasonTexts(
    call(uploadsContract.finishUpload, { params, body: { digests } }, { signal }),
  );
  await waitForDraft(set, signal);
}

/** Waits until the server has made the draft. */
async function waitForDraft(initialSet: UploadSet, signal: AbortSignal): Promise<void> {
  let set = initialSet;
  while (set.state === "processing") {
    await new Promise((resolve) => setTimeout(resolve, pollMs));
    if (signal.aborted) return;
    set = await call(uploadsContract.getUpload, { params: { setId: set.id } }, { signal });
  }
  const { id, reason, bookId } = set;
  if (set.state === "failed") {
    await loadMessages("reason").catch(() => {});
    const body = { code: "unprocessable_file", message: "", ...(reason && { reason }) };
    const message = getErrorMessage(new CallError(422, JSON.stringify(body)));
    change(id, { status: "error", isProcessing: false, message });
  } else if (set.state === "done") {
    change(id, { status: "success", isProcessing: false, progress: 100, bookId });
    for (const file of filesBySet.get(id) ?? []) void deleteHandle(file.id);
    selectedFiles.delete(id);
  }
}

/** After a reload: fetches the progress, and continues where the browser still has the files. */
async function restore(item: UploadItem, files: readonly SavedFile[]): Promise<void> {
  const { id } = item;
  if (await isSentElsewhere(id)) return;
  const set = await call(uploadsContract.getUpload, { params: { setId: id } }).catch((error: unknown) => {
    if (error instanceof CallError && error.status === 404) removeUpload(id);
    return null;
  });
  if (!set || !find(id)) return;
  if (set.state !== "open") return waitForDraft(set, new AbortController().signal);
  const uploadedSize = set.files.reduce((sum, { offset }) => sum + offset, 0);
  const progress = item.totalSize === 0 ? 0 : (uploadedSize / item.totalSize) * 100;
  const stopped = { speed: 0, estimatedTimeRemaining: null, isProcessing: false };
  const isPausedByReader = item.status === "paused" && item.needs === null;
  const byHandle = isPausedByReader ? null : await readFilesByHandle(id, false);
  if (byHandle) {
    selectedFiles.set(id, byHandle);
    return run(id);
  }
  const hasHandles = (await Promise.all(files.map((file) => findHandle(file.id)))).every(Boolean);
  change(id, {
    ...stopped,
    uploadedSize,
    progress,
    status: "paused",
    needs: hasHandles ? "permission" : "files",
  });
}

/** The files of stored handles; null when one is missing, changed or not readable. */
async function readFilesByHandle(
  id: UploadSetId,
  requestsPermission: boolean,
): Promise<ReadonlyMap<string, File> | null> {
  const found = new Map<string, File>();
  for (const saved of filesBySet.get(id) ?? []) {
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

async function isSentElsewhere(id: UploadSetId): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return !activeUploads.has(id) && held.some(({ name }) => name === getLockName(id));
}

const announcedAt = new Map<UploadSetId, number>();

function change(id: UploadSetId, changes: Partial<UploadItem>): void {
  updateItem(id, changes);
  const isState = "status" in changes || "isProcessing" in changes || "needs" in changes;
  const now = performance.now();
  if (!isState && now - (announcedAt.get(id) ?? 0) < announceIntervalMs) return;
  announcedAt.set(id, now);
  announce(id);
}

/** Saves the items and shows this one in the other tabs. */
function announce(id: UploadSetId): void {
  saveAll();
  const item = find(id);
  if (item) channel?.postMessage({ type: "item", item, files: filesBySet.get(id) ?? [] } satisfies Message);
}

function saveAll(): void {
  if (!userId) return;
  const { items, isMinimized } = uploads.getState();
  saveUploads({
    userId,
    isMinimized,
    items: items.map((item) => ({ ...item, files: filesBySet.get(item.id) ?? [] })),
  });
}

function onMessage({ data }: MessageEvent<Message>): void {
  if (data.type === "item") {
    filesBySet.set(data.item.id, data.files);
    upsertItem(data.item);
  } else if (data.type === "removed") removeUpload(data.id);
  else if (selectedFiles.has(data.id)) {
    if (data.command === "pause") pauseUpload(data.id);
    else void run(data.id);
  }
}

function upsertItem(item: UploadItem): void {
  if (find(item.id)) updateItem(item.id, item);
  else addItem(item);
}
