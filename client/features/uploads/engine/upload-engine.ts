import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { type UploadSet, type UploadSetId, uploadsContract } from "#shared/uploads/contract.ts";
import { getErrorMessage, withReasonTexts } from "#client/lib/api/error-message.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
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
import { waitForNetwork } from "./wait-for-network.ts";
import { type UploadWatch, watchUpload } from "./watch-upload.ts";

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
  | {
      readonly type: "item";
      readonly userId: UserId | null;
      readonly item: UploadItem;
      readonly files: readonly SavedFile[];
    }
  | { readonly type: "removed"; readonly id: UploadSetId }
  | { readonly type: "command"; readonly id: UploadSetId; readonly command: "pause" | "resume" };

const announceIntervalMs = 250;
/** Another tab with the files answers within this time. */
const otherTabMs = 300;

const filesBySet = new Map<UploadSetId, readonly SavedFile[]>();
const selectedFiles = new Map<UploadSetId, ReadonlyMap<string, File>>();
const activeUploads = new Map<UploadSetId, ActiveUpload>();
const channel = openBroadcastChannel("maktaba-uploads");
let userId: UserId | null = null;
let closed = new AbortController();

/** The browser has no longer access to a file that the server needs. */
class MissingFileError extends Error {
  override readonly name = "MissingFileError";
}

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
    if (item.status !== "success" && !item.isFinal) void restore(item);
  }
}

/** Adds the unfinished uploads that this browser does not know, such as those of another device. */
export async function loadUnfinishedUploads(user: UserId): Promise<void> {
  await openUploads(user);
  const { uploads: sets } = await call(uploadsContract.listUploads, {});
  if (userId !== user) return;
  for (const set of sets) {
    if (find(set.id)) continue;
    filesBySet.set(
      set.id,
      set.files.map(({ id, path, bytes }) => ({ id, path, bytes, edgeDigest: "", lastModified: null })),
    );
    addItem(createItem(set));
    await showState(set);
  }
}

/** Stops sending, for example after signing out. */
export function closeUploads(): void {
  channel?.removeEventListener("message", onMessage);
  for (const { controller } of activeUploads.values()) controller.abort();
  closed.abort();
  closed = new AbortController();
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
  target: {
    readonly isForSite?: boolean;
    readonly isTitleChosen?: boolean;
    readonly revisionOf?: BookId;
  } = {},
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
    isFinal: false,
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
  if (find(id)?.needs === "permission") return resumeWithHandles(id);
  if ((await isSentElsewhere(id)) || (await isResumedElsewhere(id))) return;
  const set = await fetchSet(id);
  if (!set) return;
  if (canContinueWithoutFiles(set)) return void run(id);
  if (set.state === "done" || set.state === "rejected") return showState(set);
  await resumeWithHandles(id);
}

async function resumeWithHandles(id: UploadSetId): Promise<void> {
  const files = await readFilesByHandle(id, true);
  if (!files) return change(id, { status: "paused", message: "", needs: "files" });
  selectedFiles.set(id, files);
  void run(id);
}

/** Asks the other tabs to resume; the one that has the files shows the item as uploading. */
function isResumedElsewhere(id: UploadSetId): Promise<boolean> {
  if (!channel) return Promise.resolve(false);
  channel.postMessage({ type: "command", id, command: "resume" } satisfies Message);
  return new Promise((resolve) => {
    const timer = setTimeout(() => end(false), otherTabMs);
    const onReply = ({ data }: MessageEvent<Message>) => {
      if (data.type === "item" && data.item.id === id && data.item.status === "uploading") end(true);
    };
    const end = (isResumed: boolean) => {
      clearTimeout(timer);
      channel.removeEventListener("message", onReply);
      resolve(isResumed);
    };
    channel.addEventListener("message", onReply);
  });
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
      if (file.size !== saved.bytes || !isSameFile(saved, file)) continue;
      if (saved.edgeDigest !== "" && (await computeEdgeDigest(file)) !== saved.edgeDigest) continue;
      matchingFiles.set(saved.path, file);
    }
    if (!matchingFiles.has(saved.path)) return false;
  }
  selectedFiles.set(id, matchingFiles);
  void run(id);
  return true;
}

/** Files of another device are recognized by name. */
const isSameFile = ({ path, lastModified }: SavedFile, file: File) =>
  lastModified === null ? path.split("/").at(-1) === file.name : lastModified === file.lastModified;

/** Removes an item; an unfinished upload is also deleted on the server. */
export async function cancelUpload(id: UploadSetId): Promise<void> {
  const item = find(id);
  if (item && !item.isProcessing && item.status !== "success") {
    await deleteOnServer(id);
  }
  channel?.postMessage({ type: "removed", id } satisfies Message);
  removeUpload(id);
}

async function deleteOnServer(id: UploadSetId): Promise<void> {
  await withReasonTexts(call(uploadsContract.cancelUpload, { params: { setId: id } })).catch(
    (error: unknown) => {
      if (!(error instanceof CallError) || error.status !== 404) throw error;
    },
  );
}

/** Failed uploads are also deleted on the server, where they would count as unfinished. */
export async function clearCompleted(): Promise<void> {
  const previous = uploads.getState().items;
  removeCompleted();
  const remaining = new Set(uploads.getState().items.map(({ id }) => id));
  saveAll();
  for (const { id, status } of previous.filter((item) => !remaining.has(item.id))) {
    channel?.postMessage({ type: "removed", id } satisfies Message);
    if (status === "error") await deleteOnServer(id).catch(() => {});
    removeUpload(id);
  }
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
    change(id, { status: "uploading", message: "", needs: null, isFinal: false });
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
  if (error instanceof MissingFileError) return change(id, { ...stopped, status: "paused", needs: "files" });
  if (error instanceof NetworkError || error instanceof TypeError) {
    change(id, { ...stopped, status: "paused" });
    await waitForNetwork(signal);
    if (signal.aborted || find(id)?.status !== "paused") return;
    activeUploads.delete(id);
    return void run(id);
  }
  await loadMessages("reason").catch(() => {});
  change(id, { ...stopped, status: "error", message: getErrorMessage(error) });
}

const stopped = { speed: 0, estimatedTimeRemaining: null, isProcessing: false };

async function sendFiles(id: UploadSetId, signal: AbortSignal): Promise<void> {
  const files = filesBySet.get(id) ?? [];
  const filesByPath = selectedFiles.get(id);
  const sent = await listSentFiles(id, files);
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
    if (!file && sent.get(path) === bytes) continue;
    if (!file) throw new MissingFileError(path);
    const onProgress = (done: number) => {
      sent.set(path, done);
      report();
    };
    await sendFile({ fileId, file, onProgress, signal });
    onProgress(bytes);
  }
}

/** Received bytes of files that the browser cannot read again; other files report them when they are sent. */
async function listSentFiles(id: UploadSetId, files: readonly SavedFile[]): Promise<Map<string, number>> {
  const available = selectedFiles.get(id);
  if (files.every(({ path }) => available?.has(path))) return new Map();
  const set = await call(uploadsContract.getUpload, { params: { setId: id } });
  return new Map(set.files.map(({ path, offset }) => [path, offset]));
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
  const watch = watchUpload(id);
  try {
    const finished = await withReasonTexts(
      call(uploadsContract.finishUpload, { params, body: { digests } }, { signal }),
    );
    await waitForDraft(finished, watch, signal);
  } finally {
    watch.stop();
  }
}

/** Waits until the server has made the draft. */
async function waitForDraft(initialSet: UploadSet, watch: UploadWatch, signal: AbortSignal): Promise<void> {
  let set = initialSet;
  while (set.state === "processing") {
    await watch.next(signal);
    if (signal.aborted) return;
    set = await call(uploadsContract.getUpload, { params: { setId: set.id } }, { signal });
  }
  await showState(set);
}

/** Shows an upload that is not being sent. */
async function showState({ id, state, reason, bookId, files }: UploadSet): Promise<void> {
  if (state === "failed" || state === "rejected") {
    await loadMessages("reason").catch(() => {});
    const body = { code: "unprocessable_file", message: "", ...(reason && { reason }) };
    const message = getErrorMessage(new CallError(422, JSON.stringify(body)));
    return change(id, { ...stopped, status: "error", message, isFinal: state === "rejected" });
  }
  if (state === "done") {
    change(id, { ...stopped, status: "success", progress: 100, bookId });
    for (const file of filesBySet.get(id) ?? []) void deleteHandle(file.id);
    selectedFiles.delete(id);
    return;
  }
  const saved = filesBySet.get(id) ?? [];
  const hasHandles = (await Promise.all(saved.map((file) => findHandle(file.id)))).every(Boolean);
  if (activeUploads.has(id)) return;
  const totalSize = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const uploadedSize = files.reduce((sum, { offset }) => sum + offset, 0);
  change(id, {
    ...stopped,
    uploadedSize,
    progress: totalSize === 0 ? 0 : (uploadedSize / totalSize) * 100,
    status: "paused",
    needs: uploadedSize === totalSize ? null : hasHandles ? "permission" : "files",
  });
}

/** Whether the server has all bytes, so that only the draft is missing. */
const canContinueWithoutFiles = ({ state, files }: UploadSet) =>
  state === "processing" ||
  ((state === "open" || state === "failed") && files.every(({ offset, bytes }) => offset === bytes));

/** After a reload: fetches the progress, and continues where the browser still has the files. */
async function restore(item: UploadItem): Promise<void> {
  const { id } = item;
  if (await isSentElsewhere(id)) return;
  const set = await fetchSet(id);
  if (!set || !find(id)) return;
  const isStoppedByReader = item.status === "error" || (item.status === "paused" && item.needs === null);
  if (set.state === "processing" || (!isStoppedByReader && canContinueWithoutFiles(set))) return run(id);
  const files = set.state !== "open" || isStoppedByReader ? null : await readFilesByHandle(id, false);
  if (!files) return showState(set);
  selectedFiles.set(id, files);
  return run(id);
}

/** Null when the server does not answer; an upload that it does not have is removed. */
async function fetchSet(id: UploadSetId): Promise<UploadSet | null> {
  const { signal } = closed;
  const item = find(id);
  try {
    return await withReasonTexts(call(uploadsContract.getUpload, { params: { setId: id } }, { signal }));
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof CallError && error.status === 404) removeUpload(id);
    else if (error instanceof CallError && error.status < 500) {
      change(id, { ...stopped, status: "error", message: getErrorMessage(error) });
    } else if (item) {
      change(id, { ...stopped, status: "paused" });
      void restoreOnline(item, signal);
    }
    return null;
  }
}

async function restoreOnline(item: UploadItem, signal: AbortSignal): Promise<void> {
  await waitForNetwork(signal);
  const isWaiting = !activeUploads.has(item.id) && find(item.id)?.status === "paused";
  if (!signal.aborted && isWaiting) await restore(item);
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
  if (item)
    channel?.postMessage({ type: "item", userId, item, files: filesBySet.get(id) ?? [] } satisfies Message);
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
    if (data.userId !== userId) return;
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
