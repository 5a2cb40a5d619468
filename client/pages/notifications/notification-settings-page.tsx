import { NotificationSettings } from "#client/features/notifications/notification-settings.tsx";
import { CallSettings } from "#client/features/prayer/alerts/alert-settings.tsx";
import { usePrayerSetup } from "#client/features/prayer/settings/setup-store.ts";
import { keepOnServer } from "#client/features/prayer/settings/sync-settings.ts";
import { PushDevices } from "#client/features/push/push-devices.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/notifications-settings` */
export function NotificationSettingsPage() {
  usePageTitle(say("notify.title"));
  const user = useUser();
  const { place } = usePrayerSetup();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader title={say("notify.title")} hint={say("notify.hint")} />
      <NotificationSettings ways={["inApp", "email", "push"]} />
      <p className="mt-6 text-muted text-small">
        {say(user?.emailVerified ? "notify.mailGoes" : "notify.mailWaits")}{" "}
        <TextLink to="/user-settings">{say("shell.emailSettings")}</TextLink>
      </p>
      {user && <PushDevices hasPlace={place !== null} keepOnServer={() => keepOnServer(user.id)} />}
      <CallSettings />
    </div>
  );
}
