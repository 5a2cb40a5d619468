import type { UserId } from "#shared/accounts/user.ts";
import type { UploadSetId } from "#shared/uploads/contract.ts";
import { openBroadcastChannel } from "#client/lib/broadcast-channel.ts";
import { deleteHandles, saveUploads } from "./upload-persistence.ts";
import type { SavedFile, UploadItem } from "./upload-state.ts";
import { findItem, forgetUpload, getSavedFiles, setItem, tabState, updateItem } from "./upload-state.ts";

type Command = "pause" | "resume";

type Message =
  | {
      readonly type: "item";
      readonly userId: UserId | null;
      readonly item: UploadItem;
      readonly files: readonly SavedFile[];
    }
  | { readonly type: "removed"; readonly id: UploadSetId }
  | { readonly type: "command"; readonly id: UploadSetId; readonly command: Command };

const announceIntervalMs = 250;
/** Another tab with the files answers within this time. */
const otherTabMs = 300;

const channel = openBroadcastChannel("maktaba-uploads");
const announcedAt = new Map<UploadSetId, number>();

const post = (message: Message) => channel?.postMessage(message);

/** Shows the items of other tabs, and obeys their commands, until the signal aborts. */
export function listenToTabs(
  signal: AbortSignal,
  onCommand: (id: UploadSetId, command: Command) => void,
): void {
  const onMessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === "removed") removeHere(data.id);
    else if (data.type === "command") onCommand(data.id, data.command);
    else if (data.userId === tabState.userId) setItem(data.item, data.files);
  };
  channel?.addEventListener("message", onMessage, { signal });
}

/** Changes an item here and, progress at most every 250 ms, in the other tabs and the storage. */
export function changeItem(id: UploadSetId, changes: Partial<UploadItem>): void {
  updateItem(id, changes);
  const isState = "status" in changes || "isProcessing" in changes || "needs" in changes;
  const now = performance.now();
  if (!isState && now - (announcedAt.get(id) ?? 0) < announceIntervalMs) return;
  announcedAt.set(id, now);
  announceItem(id);
}

/** Saves the items and shows this one in the other tabs. */
export function announceItem(id: UploadSetId): void {
  saveUploads();
  const item = findItem(id);
  if (item) post({ type: "item", userId: tabState.userId, item, files: getSavedFiles(id) });
}

/** Removes an upload from all tabs. */
export function removeUpload(id: UploadSetId): void {
  post({ type: "removed", id });
  removeHere(id);
}

function removeHere(id: UploadSetId): void {
  deleteHandles(getSavedFiles(id));
  forgetUpload(id);
  saveUploads();
}

export const pauseElsewhere = (id: UploadSetId) => post({ type: "command", id, command: "pause" });

/** Asks the other tabs to resume; the one that has the files shows the item as uploading. */
export function isResumedElsewhere(id: UploadSetId): Promise<boolean> {
  if (!channel) return Promise.resolve(false);
  post({ type: "command", id, command: "resume" });
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

const getLockName = (id: UploadSetId) => `upload ${id}`;

/** Runs in one tab at a time. */
export async function withUploadLock(
  id: UploadSetId,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  if (navigator.locks) await navigator.locks.request(getLockName(id), { signal }, run);
  else await run();
}

export async function isSentElsewhere(id: UploadSetId): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  return !tabState.senders.has(id) && held.some(({ name }) => name === getLockName(id));
}
