import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type NotificationSetting, notificationsContract } from "#shared/notifications/contract.ts";
import { isForAuthors, type NotificationSettingType } from "#shared/notifications/registry.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useSession } from "#client/lib/api/session.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton, Skeletons } from "#client/ui/feedback/skeleton.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";

const { getSettings, updateSetting } = notificationsContract;

const channelNames = {
  inApp: "notifications.inApp",
  email: "notifications.email",
  push: "push.onYourDevices",
} as const satisfies Record<Exclude<keyof NotificationSetting, "type">, MessageKey>;

type Channel = keyof typeof channelNames;

export function NotificationSettings({ channels }: { readonly channels: readonly Channel[] }) {
  const client = useQueryClient();
  const requested = useQuery(query(getSettings, {}));
  const { user } = useSession();
  const isShown = ({ type }: NotificationSetting) => !isForAuthors(type) || user?.isAuthor === true;
  const updateMutation = useContractMutation(updateSetting);

  const change = (type: NotificationSettingType, channel: Channel, isOn: boolean) => {
    const { queryKey } = query(getSettings, {});
    const previous = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (previous) =>
      previous?.map((setting) => (setting.type === type ? { ...setting, [channel]: isOn } : setting)),
    );
    updateMutation
      .mutateAsync({ body: { type, [channel]: isOn } })
      .catch(() => client.setQueryData(queryKey, previous));
  };

  return (
    <QueryState
      query={requested}
      loading={
        <Skeletons count={2} className="flex flex-col gap-4">
          <Skeleton className="h-44 rounded-card" />
        </Skeletons>
      }
    >
      {(settings) => (
        <Card className="divide-y divide-line py-1!">
          {settings.filter(isShown).map((setting) => (
            <NotificationTypeRow
              key={setting.type}
              setting={setting}
              channels={channels}
              onChange={(channel, isOn) => change(setting.type, channel, isOn)}
            />
          ))}
        </Card>
      )}
    </QueryState>
  );
}

interface NotificationTypeRowProps {
  readonly setting: NotificationSetting;
  readonly channels: readonly Channel[];
  readonly onChange: (channel: Channel, isOn: boolean) => void;
}

function NotificationTypeRow({ setting, channels, onChange }: NotificationTypeRowProps) {
  return (
    <fieldset className="py-4">
      <legend className="float-start w-full font-semibold">
        {t(`notificationTexts.setting.${setting.type}`)}
      </legend>
      <p className="clear-both text-muted text-small">{t(`notificationTexts.hint.${setting.type}`)}</p>
      <div className="sm:flex sm:flex-wrap sm:gap-x-4">
        {channels.map((channel) => (
          <Switch
            key={channel}
            label={t(channelNames[channel])}
            checked={setting[channel]}
            onChange={(isOn) => onChange(channel, isOn)}
          />
        ))}
      </div>
    </fieldset>
  );
}
