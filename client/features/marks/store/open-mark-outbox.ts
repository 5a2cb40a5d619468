import type { UserId } from "#shared/accounts/user.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { MarkOutbox } from "./mark-outbox.ts";

let opened: { readonly userId: UserId; readonly outbox: MarkOutbox; readonly stop: () => void } | null = null;

/** The outbox of this tab, which goes on when the page changes. */
export function openMarkOutbox(userId: UserId): MarkOutbox {
  if (opened?.userId === userId) return opened.outbox;
  closeMarkOutbox();
  const outbox = new MarkOutbox(userId, getDeviceStorage());
  const flush = () => void outbox.flush();
  const leave = () => void outbox.flush({ keepalive: true });
  window.addEventListener("online", flush);
  window.addEventListener("pagehide", leave);
  const removeTask = onBeforeSignOut(async () => {
    await outbox.flush();
    closeMarkOutbox();
  });
  const stop = () => {
    window.removeEventListener("online", flush);
    window.removeEventListener("pagehide", leave);
    removeTask();
    outbox.close();
  };
  opened = { userId, outbox, stop };
  flush();
  return outbox;
}

export function closeMarkOutbox(): void {
  opened?.stop();
  opened = null;
}
