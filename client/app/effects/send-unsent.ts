import type { QueryClient } from "@tanstack/react-query";
import type { UserId } from "#shared/accounts/user.ts";
import { getWordPrefix } from "#client/features/dictionary/unsent-words.ts";
import { sendUnsentMarks } from "#client/features/marks/store/send-unsent-marks.ts";
import { changeStored, getChangePrefix } from "#client/lib/api/waiting-change.ts";
import { loadMessages, t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";

/**
 * Sends what waits on this device, on whatever page is open, and whenever the connection returns.
 *
 * @returns a function that stops
 */
export function sendUnsent(userId: UserId, client: QueryClient): () => void {
  const send = () => {
    void sendUnsentMarks(userId);
    if (hasStored(getWordPrefix(userId))) void sendWords(userId).catch(() => undefined);
    if (hasStored(getChangePrefix(userId))) void sendChanges(userId, client).catch(() => undefined);
  };
  send();
  const stop = new AbortController();
  for (const event of ["online", changeStored]) window.addEventListener(event, send, { signal: stop.signal });
  return () => stop.abort();
}

async function sendWords(userId: UserId): Promise<void> {
  const { flushVocabulary } = await import("#client/features/dictionary/vocabulary-outbox.ts");
  await flushVocabulary(userId);
}

async function sendChanges(userId: UserId, client: QueryClient): Promise<void> {
  const { sendWaitingChanges } = await import("#client/lib/api/waiting-changes.ts");
  const refused = await sendWaitingChanges(userId, client);
  if (refused === 0) return;
  await loadMessages("offline");
  toast({
    tone: "destructive",
    title: t("offline.changesRefused", { n: refused }),
    description: t("offline.changesRefusedHint"),
  });
}

function hasStored(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(prefix));
  } catch {
    return false;
  }
}
