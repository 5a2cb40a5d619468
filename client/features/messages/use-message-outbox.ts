import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import type { MessageOutbox } from "./message-outbox.ts";
import { openMessageOutbox } from "./open-outbox.ts";

export function useMessageOutbox(userId: UserId): MessageOutbox {
  const client = useQueryClient();
  const outbox = useMemo(() => openMessageOutbox(userId, client), [userId, client]);
  useEffect(() => {
    const flush = () => outbox.flush();
    flush();
    window.addEventListener("online", flush);
    window.addEventListener("storage", outbox.refresh);
    return () => {
      window.removeEventListener("online", flush);
      window.removeEventListener("storage", outbox.refresh);
    };
  }, [outbox]);
  useSyncExternalStore(outbox.subscribe, outbox.version);
  return outbox;
}
