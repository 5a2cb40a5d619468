import { useQuery } from "@tanstack/react-query";
import { type Preferences, sessionContract } from "#shared/accounts/session-contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Select } from "#client/ui/forms/select.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";

const { getPreferences, updatePreferences } = sessionContract;

/** Settings for who can find the reader and send messages to them. */
export function PrivacySettings() {
  const { data } = useQuery(query(getPreferences, {}));
  const updateMutation = useContractMutation(updatePreferences);
  const change = (body: Preferences) => updateMutation.mutate({ body });
  if (!data) return null;
  return (
    <div className="flex flex-col gap-4">
      <Select
        label={t("people.findableBy")}
        options={(["everyone", "friends", "nobody"] as const).map((value) => ({
          value,
          label: t(`people.audience-${value}`),
        }))}
        value={data.findableBy ?? "everyone"}
        onChange={(findableBy) => change({ findableBy })}
      />
      <Select
        label={t("people.messagesFrom")}
        hint={t("people.messagesFromHint")}
        options={(["everyone", "followed", "friends", "nobody"] as const).map((value) => ({
          value,
          label: t(`people.audience-${value}`),
        }))}
        value={data.messagesFrom ?? "everyone"}
        onChange={(messagesFrom) => change({ messagesFrom })}
      />
      <Switch
        label={t("people.readReceipts")}
        hint={t("people.readReceiptsHint")}
        checked={data.sharesReadReceipts ?? true}
        onChange={(sharesReadReceipts) => change({ sharesReadReceipts })}
      />
      <Switch
        label={t("people.progress")}
        hint={t("people.progressHint")}
        checked={data.showsProgressInCommunities ?? false}
        onChange={(showsProgressInCommunities) => change({ showsProgressInCommunities })}
      />
    </div>
  );
}
