import { useEffect, useRef } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { onBeforeSignOut } from "#client/lib/api/before-sign-out.ts";
import { useSession } from "#client/lib/api/session.ts";
import { usePlayer } from "./use-player.ts";

export function usePlayerOwner(): void {
  const { engine } = usePlayer();
  const { user, isLoading, isUnreachable } = useSession();
  const isKnown = !isLoading && !isUnreachable;
  const userId = user?.id ?? null;
  const previous = useRef<UserId | null | undefined>(undefined);

  useEffect(() => {
    if (!isKnown) return;
    const isAnother = previous.current !== undefined && previous.current !== userId;
    previous.current = userId;
    if (!isAnother) return;
    if (userId === null) engine.suspend();
    else engine.unload();
  }, [engine, userId, isKnown]);
  useEffect(() => onBeforeSignOut(async () => engine.unload()), [engine]);
}
