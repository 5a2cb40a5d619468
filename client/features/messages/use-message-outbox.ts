import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { invalidate } from "#client/lib/api/query.ts";
import { MessageOutbox } from "./message-outbox.ts";

const { listPrivateMessages, listConversations } = messagesContract;

export function useMessageOutbox(userId: UserId): MessageOutbox {
  const client = useQueryClient();
  const outbox = useMemo(
    () => new MessageOutbox(userId, () => void invalidate(client, [listPrivateMessages, listConversations])),
    [userId, client],
  );
  useEffect(() => {
    const flush = () => outbox.flush();
    flush();
    window.addEventListener("online", flush);
    window.addEventListener("storage", outbox.refresh);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("storage", outbox.refresh);
      outbox.close();
    };
  }, [outbox]);
  useSyncExternalStore(outbox.subscribe, outbox.version);
  return outbox;
}
