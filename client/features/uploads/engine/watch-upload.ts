import { CallError } from "#shared/api/http-client.ts";
import type { UploadSet, UploadSetId } from "#shared/uploads/contract.ts";
import { onLiveEvent } from "#client/features/live-events/index.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { deleteHandles, hasHandles } from "./upload-persistence.ts";
import { getProgress, getSavedFiles, stopped, sumBytes, tabState } from "./upload-state.ts";
import { changeItem } from "./upload-tabs.ts";
import { getUploadSet } from "./upload-transport.ts";

/** Without an event, such as without a connection, the state is asked for. */
const pollMs = 15_000;

interface UploadWatch {
  /** Waits until the server has made the draft, and shows it. */
  readonly showEnd: (set: UploadSet, signal: AbortSignal) => Promise<void>;
  readonly stop: () => void;
}

/** Remembers the event with which the server ends the processing of an upload, which can precede its reply. */
export function watchUpload(id: UploadSetId): UploadWatch {
  let hasEnded = false;
  let wake = () => {};
  const stop = onLiveEvent(({ uploadId }) => {
    if (uploadId !== id) return;
    hasEnded = true;
    wake();
  });
  const waitForEvent = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        hasEnded = false;
        resolve();
      };
      const timer = setTimeout(end, pollMs);
      signal.addEventListener("abort", end);
      wake = end;
      if (hasEnded || signal.aborted) end();
    });
  const showEnd = async (set: UploadSet, signal: AbortSignal) => {
    let current = set;
    while (current.state === "processing") {
      await waitForEvent(signal);
      if (signal.aborted) return;
      current = await getUploadSet(id, signal);
    }
    await showServerState(current);
  };
  return { showEnd, stop };
}

/** Shows an upload that is not being sent, as the server has it. */
export async function showServerState({ id, state, reason, bookId, files }: UploadSet): Promise<void> {
  if (state === "failed" || state === "rejected") {
    await loadMessages("reason").catch(() => {});
    const body = { code: "unprocessable_file", message: "", ...(reason && { reason }) };
    const message = getErrorMessage(new CallError(422, JSON.stringify(body)));
    return changeItem(id, { ...stopped, status: "error", message, isFinal: state === "rejected" });
  }
  if (state === "done") {
    changeItem(id, { ...stopped, status: "success", progress: 100, bookId });
    deleteHandles(getSavedFiles(id));
    tabState.selectedFiles.delete(id);
    return;
  }
  const hasAllHandles = await hasHandles(getSavedFiles(id));
  if (tabState.senders.has(id)) return;
  const received = files.reduce((sum, { offset }) => sum + offset, 0);
  const total = sumBytes(files);
  const needed = hasAllHandles ? "permission" : "files";
  changeItem(id, {
    ...stopped,
    ...getProgress(received, total),
    status: "paused",
    needs: received === total ? null : needed,
  });
}
