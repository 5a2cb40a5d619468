import type { ReactNode } from "react";
import { ChangeEmailForm } from "#client/features/accounts/settings/change-email-form.tsx";
import { EmailSettings } from "#client/features/accounts/settings/email-settings.tsx";
import { NotificationSettings } from "#client/features/notifications/notification-settings.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/user-settings` */
export function EmailSettingsPage() {
  usePageTitle(t("shell.emailSettings"));
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <PageHeader title={t("shell.emailSettings")} />
      <div className="grid items-start gap-x-10 gap-y-8 *:min-w-0 lg:grid-cols-2">
        <div>
          <Card>
            <SettingsSection title={t("notifications.address")}>
              <EmailSettings user={user} />
            </SettingsSection>
          </Card>
          <Card className="mt-6">
            <SettingsSection title={t("notifications.changeEmail")}>
              <ChangeEmailForm />
            </SettingsSection>
          </Card>
        </div>
        <SettingsSection title={t("notifications.emailPreferences")}>
          <p className="-mt-2 mb-4 text-muted">{t("notifications.emailsHint")}</p>
          <NotificationSettings channels={["email"]} />
        </SettingsSection>
      </div>
    </>
  );
}

function SettingsSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-4 font-semibold font-title text-h3">{title}</h2>
      {children}
    </section>
  );
}
