import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { usePlayer } from "#client/features/player/use-player.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { AccountSettings } from "./account-settings.ts";

/** Syncs the player settings with the account. */
export function useAccountSettings(): void {
  const { settings } = usePlayer();
  const userId = useUser()?.id;
  const { data: preferences } = useQuery({
    ...query(sessionContract.getPreferences, {}),
    enabled: userId !== undefined,
  });
  const accountSettings = useMemo(
    () => (userId === undefined ? null : new AccountSettings(userId, settings)),
    [userId, settings],
  );

  useEffect(() => accountSettings?.sync(), [accountSettings]);
  useEffect(() => {
    if (preferences) accountSettings?.merge(preferences);
  }, [preferences, accountSettings]);
}
