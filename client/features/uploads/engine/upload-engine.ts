import type { UserId } from "#shared/accounts/user.ts";
import { CallError, call } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { type UploadSet, type UploadSetId, uploadsContract } from "#shared/uploads/contract.ts";
import { getErrorMessage, withReasonTexts } from "#client/lib/api/error-message.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { computeEdgeDigest } from "./file-digests.ts";
import {
  matchFiles,
  type ReadableHandle,
  readFilesByHandle,
  readSavedUploads,
  saveHandle,
  saveUploads,
} from "./upload-persistence.ts";
import {
  createItem,
  findItem,
  getProgress,
  getSavedFiles,
  resetState,
  type SavedFile,
  setItem,
  stopped,
  sumBytes,
  tabState,
  type UploadItem,
  uploads,
} from "./upload-state.ts";
import {
  announceItem,
  changeItem,
  isResumedElsewhere,
  isSentElsewhere,
  listenToTabs,
  pauseElsewhere,
  removeUpload,
  withUploadLock,
} from "./upload-tabs.ts";
import {
  deleteUploadSet,
  finishUploadSet,
  getUploadSet,
  MissingFileError,
  NetworkError,
  SpeedMeter,
  sendFiles,
  waitForNetwork,
} from "./upload-transport.ts";
import { showServerState, watchUpload } from "./watch-upload.ts";

/** A file that a reader chose. */
export interface ChosenFile {
  readonly path: string;
  readonly file: File;
  readonly handle?: ReadableHandle;
}

const { selectedFiles, senders } = tabState;

/** Continues the uploads of a user after a reload; may be called repeatedly. */
export async function openUploads(user: UserId): Promise<void> {
  if (tabState.userId === user) return;
  resetState(user);
  listenToTabs(tabState.session.signal, (id, command) => {
    if (!selectedFiles.has(id)) return;
    if (command === "pause") pauseUpload(id);
    else void run(id);
  });
  const saved = readSavedUploads(user);
  if (!saved) return;
  uploads.update({ isMinimized: saved.isMinimized });
  for (const { files, ...item } of saved.items) {
    setItem(item, files);
    if (item.status !== "success" && !item.isFinal) void restore(item);
  }
}

/** Adds the unfinished uploads that this browser does not know, such as those of another device. */
export async function loadUnfinishedUploads(user: UserId): Promise<void> {
  await openUploads(user);
  const { uploads: sets } = await call(uploadsContract.listUploads, {});
  if (tabState.userId !== user) return;
  for (const set of sets) {
    if (findItem(set.id)) continue;
    const files = set.files.map(({ id, path, bytes }) => ({ id, path, bytes }));
    setItem(
      createItem(set),
      files.map((file) => ({ ...file, edgeDigest: "", lastModified: null })),
    );
    await showServerState(set);
  }
}

/** Stops sending, for example after signing out. */
export const closeUploads = () => resetState(null);

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
  setItem(createItem(set), await saveFiles(set, files));
  selectedFiles.set(set.id, new Map(files.map(({ path, file }) => [path, file])));
  uploads.update({ isMinimized: false });
  announceItem(set.id);
  void run(set.id);
  return set.id;
}

/** What recognizes the files after a reload. */
async function saveFiles(set: UploadSet, chosen: readonly ChosenFile[]): Promise<SavedFile[]> {
  const byPath = new Map(chosen.map((each) => [each.path, each]));
  const saved: SavedFile[] = [];
  for (const { id, path, bytes } of set.files) {
    const found = byPath.get(path);
    if (!found) continue;
    const edgeDigest = await computeEdgeDigest(found.file).catch(() => "");
    saved.push({ id, path, bytes, edgeDigest, lastModified: found.file.lastModified });
    if (found.handle) await saveHandle(id, found.handle);
  }
  return saved;
}

export function pauseUpload(id: UploadSetId): void {
  const sender = senders.get(id);
  if (!sender) {
    pauseElsewhere(id);
    return;
  }
  senders.delete(id);
  sender.abort();
  changeItem(id, { status: "paused", speed: 0, estimatedTimeRemaining: null });
}

/** Continues in this tab, or in the one that has the files. */
export async function resumeUpload(id: UploadSetId): Promise<void> {
  if (selectedFiles.has(id)) return void run(id);
  if (findItem(id)?.needs === "permission") return resumeWithHandles(id);
  if ((await isSentElsewhere(id)) || (await isResumedElsewhere(id))) return;
  const set = await fetchSet(id);
  if (!set) return;
  if (canContinueWithoutFiles(set)) return void run(id);
  if (set.state === "done" || set.state === "rejected") return showServerState(set);
  await resumeWithHandles(id);
}

async function resumeWithHandles(id: UploadSetId): Promise<void> {
  const files = await readFilesByHandle(getSavedFiles(id), true);
  if (!files) return changeItem(id, { status: "paused", message: "", needs: "files" });
  selectedFiles.set(id, files);
  void run(id);
}

/**
 * Continues with files that were chosen again.
 *
 * @returns false when they are not the same files
 */
export async function resumeWithFiles(id: UploadSetId, files: readonly File[]): Promise<boolean> {
  const matching = await matchFiles(getSavedFiles(id), files);
  if (!matching) return false;
  selectedFiles.set(id, matching);
  void run(id);
  return true;
}

/** Removes an item; an unfinished upload is also deleted on the server. */
export async function cancelUpload(id: UploadSetId): Promise<void> {
  const item = findItem(id);
  if (item && !item.isProcessing && item.status !== "success") await deleteUploadSet(id);
  removeUpload(id);
}

/** Failed uploads are also deleted on the server, where they would count as unfinished. */
export async function clearCompleted(): Promise<void> {
  const ended = uploads.getState().items.filter(({ status }) => status === "success" || status === "error");
  for (const { id } of ended) removeUpload(id);
  for (const { id, status } of ended) {
    if (status === "error") await deleteUploadSet(id).catch(() => {});
  }
}

export function setMinimized(isMinimized: boolean): void {
  uploads.update({ isMinimized });
  saveUploads();
}

/** Sends the files and waits for the draft. One tab at a time does this. */
async function run(id: UploadSetId): Promise<void> {
  if (senders.has(id)) return;
  const sender = new AbortController();
  senders.set(id, sender);
  try {
    await withUploadLock(id, sender.signal, () => sendAndFinish(id, sender.signal));
  } catch (error) {
    await onFailure(id, error, sender.signal);
  } finally {
    if (senders.get(id) === sender) senders.delete(id);
  }
}

async function sendAndFinish(id: UploadSetId, signal: AbortSignal): Promise<void> {
  const files = getSavedFiles(id);
  const total = sumBytes(files);
  const speedMeter = new SpeedMeter();
  const upload = { id, files, readable: selectedFiles.get(id) ?? new Map<string, File>() };
  changeItem(id, { status: "uploading", message: "", needs: null, isFinal: false });
  const onProgress = (bytes: number) => {
    const speed = speedMeter.addSample(bytes);
    const estimatedTimeRemaining = speed > 0 ? (total - bytes) / speed : null;
    changeItem(id, { ...getProgress(bytes, total), speed, estimatedTimeRemaining });
  };
  await sendFiles(upload, onProgress, signal);
  changeItem(id, { isProcessing: true, speed: 0, estimatedTimeRemaining: null });
  const watch = watchUpload(id);
  try {
    await watch.showEnd(await finishUploadSet(upload, signal), signal);
  } finally {
    watch.stop();
  }
}

async function onFailure(id: UploadSetId, error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  if (error instanceof MissingFileError)
    return changeItem(id, { ...stopped, status: "paused", needs: "files" });
  if (error instanceof NetworkError || error instanceof TypeError) {
    changeItem(id, { ...stopped, status: "paused" });
    await waitForNetwork(signal);
    if (signal.aborted || findItem(id)?.status !== "paused") return;
    senders.delete(id);
    return void run(id);
  }
  await loadMessages("reason").catch(() => {});
  changeItem(id, { ...stopped, status: "error", message: getErrorMessage(error) });
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
  if (!set || !findItem(id)) return;
  const isStoppedByReader = item.status === "error" || (item.status === "paused" && item.needs === null);
  if (set.state === "processing" || (!isStoppedByReader && canContinueWithoutFiles(set))) return run(id);
  const canRead = set.state === "open" && !isStoppedByReader;
  const files = canRead ? await readFilesByHandle(getSavedFiles(id), false) : null;
  if (!files) return showServerState(set);
  selectedFiles.set(id, files);
  return run(id);
}

/** Null when the server does not answer; an upload that it does not have is removed. */
async function fetchSet(id: UploadSetId): Promise<UploadSet | null> {
  const { signal } = tabState.session;
  const item = findItem(id);
  try {
    return await getUploadSet(id, signal);
  } catch (error) {
    if (signal.aborted) return null;
    if (error instanceof CallError && error.status === 404) removeUpload(id);
    else if (error instanceof CallError && error.status < 500) {
      changeItem(id, { ...stopped, status: "error", message: getErrorMessage(error) });
    } else if (item) {
      changeItem(id, { ...stopped, status: "paused" });
      void restoreOnline(item, signal);
    }
    return null;
  }
}

async function restoreOnline(item: UploadItem, signal: AbortSignal): Promise<void> {
  await waitForNetwork(signal);
  const isWaiting = !senders.has(item.id) && findItem(item.id)?.status === "paused";
  if (!signal.aborted && isWaiting) await restore(item);
}
