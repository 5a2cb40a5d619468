import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type Preferences, sessionContract } from "#shared/accounts/session-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";

const { getPreferences, updatePreferences } = sessionContract;

export function usePreferences() {
  const client = useQueryClient();
  const isSignedIn = useUser() !== null;
  const requested = useQuery({ ...query(getPreferences, {}), enabled: isSignedIn });
  const updateMutation = useContractMutation(updatePreferences);

  const change = (changes: Preferences) => {
    // A guest's choice stays in their browser.
    if (!isSignedIn) return;
    const { queryKey } = query(getPreferences, {});
    const previous = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (previous) => ({ ...previous, ...changes }));
    updateMutation.mutateAsync({ body: changes }).catch(() => client.setQueryData(queryKey, previous));
  };
  return { requested, change };
}
