import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { call } from "#shared/kernel/call.ts";
import { query } from "#client/lib/api.ts";
import { useUser } from "#client/lib/session.ts";
import { type PlayerSettings, preferencesFrom, settingsFrom } from "./settings.ts";
import { usePlayer } from "./use-player.ts";

/** Changes that follow each other closely are kept as one. */
const keepAfterMs = 1_000;

/** Keeps the listener's settings with the account, so that every device has them. */
export function useAccountSettings(): void {
  const { settings } = usePlayer();
  const isSignedIn = useUser() !== null;
  const { data: preferences } = useQuery({
    ...query(accountsContract.getPreferences, {}),
    enabled: isSignedIn,
  });

  useEffect(() => {
    if (!preferences) return;
    let kept = settingsFrom(preferences, settings.get());
    settings.change(kept);
    let timer = 0;
    const stop = settings.subscribe(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        const changed = differing(settings.get(), kept);
        if (Object.keys(changed).length === 0) return;
        kept = settings.get();
        // They hold on this device anyway; the account learns of them with the next change.
        call(accountsContract.changePreferences, { body: preferencesFrom(changed) }).catch(() => undefined);
      }, keepAfterMs);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [preferences, settings]);
}

function differing(now: PlayerSettings, before: PlayerSettings): Partial<PlayerSettings> {
  return {
    ...(now.rate !== before.rate && { rate: now.rate }),
    ...(now.skipBack !== before.skipBack && { skipBack: now.skipBack }),
    ...(now.skipForward !== before.skipForward && { skipForward: now.skipForward }),
    ...(now.timeDisplay !== before.timeDisplay && { timeDisplay: now.timeDisplay }),
  };
}
