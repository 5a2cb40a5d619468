import { useQuery, useQueryClient } from "@tanstack/react-query";
import { sessionContract } from "#shared/accounts/session-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Switch } from "#client/ui/forms/switch.tsx";

export function ChampionsSetting() {
  const { isKnown, shows, change } = useChampionsChoice();
  return (
    <Switch
      label={t("challenge.showMe")}
      hint={t("challenge.showMeHint")}
      checked={shows}
      disabled={!isKnown}
      onChange={change}
    />
  );
}

const { getPreferences, updatePreferences } = sessionContract;

function useChampionsChoice() {
  const client = useQueryClient();
  const isSignedIn = useUser() !== null;
  const { data } = useQuery({ ...query(getPreferences, {}), enabled: isSignedIn });
  const updateMutation = useContractMutation(updatePreferences);
  return {
    isKnown: data !== undefined,
    shows: data?.showsAmongChampions ?? true,
    change: (showsAmongChampions: boolean) => {
      const { queryKey } = query(getPreferences, {});
      const previous = client.getQueryData(queryKey);
      client.setQueryData(queryKey, (previous) => ({ ...previous, showsAmongChampions }));
      updateMutation
        .mutateAsync({ body: { showsAmongChampions } })
        .catch(() => client.setQueryData(queryKey, previous));
    },
  };
}
