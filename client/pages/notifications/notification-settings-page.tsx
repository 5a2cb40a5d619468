import { NotificationSettings } from "#client/features/notifications/notification-settings.tsx";
import { CallSettings } from "#client/features/prayer/call-settings.tsx";
import { keepOnServer } from "#client/features/prayer/server-copy.ts";
import { usePrayerSetup } from "#client/features/prayer/setup-store.ts";
import { PushDevices } from "#client/features/push/push-devices.tsx";
import { usePageTitle } from "#client/lib/page-title.ts";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";
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
