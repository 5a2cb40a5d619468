import { FollowList } from "#client/features/follows/follow-list.tsx";
import { NotificationSettings } from "#client/features/notifications/notification-settings.tsx";
import { NotificationTimesSettings } from "#client/features/notifications/notification-times-settings.tsx";
import { AlertSettings } from "#client/features/prayer/alerts/alert-settings.tsx";
import { usePrayerProfile } from "#client/features/prayer/settings/profile-store.ts";
import { uploadSettings } from "#client/features/prayer/settings/sync-settings.ts";
import { PushDevices } from "#client/features/push/push-devices.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PageHeader } from "#client/ui/page-header.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/notifications-settings` */
export function NotificationSettingsPage() {
  usePageTitle(t("notifications.title"));
  const user = useUser();
  const { location } = usePrayerProfile();
  return (
    <>
      <PageHeader title={t("notifications.title")} hint={t("notifications.hint")} />
      <div className="grid items-start gap-x-10 *:min-w-0 lg:grid-cols-2">
        <div>
          <NotificationSettings channels={["inApp", "email", "push"]} />
          <p className="mt-6 text-muted text-small">
            {t(user?.emailVerified ? "notifications.emailsSent" : "notifications.emailsUnconfirmed")}{" "}
            <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>
          </p>
        </div>
        <div className="lg:*:first:mt-0">
          <NotificationTimesSettings />
          <FollowList />
          {user && (
            <PushDevices hasLocation={location !== null} saveOnServer={() => uploadSettings(user.id)} />
          )}
          <AlertSettings />
        </div>
      </div>
    </>
  );
}
