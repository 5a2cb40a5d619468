import type { ReactNode } from "react";
import { useSearchParams } from "react-router-dom";
import { ActiveSessions } from "#client/features/accounts/settings/active-sessions.tsx";
import { AppearanceSettings } from "#client/features/accounts/settings/appearance-settings.tsx";
import { AvatarForm } from "#client/features/accounts/settings/avatar-form.tsx";
import { DeletionSettings, ExportSettings } from "#client/features/accounts/settings/data-settings.tsx";
import { EmailSettings } from "#client/features/accounts/settings/email-settings.tsx";
import { ListeningSettings } from "#client/features/accounts/settings/listening-settings.tsx";
import { PasskeySettings } from "#client/features/accounts/settings/passkey-settings.tsx";
import { PasswordForm } from "#client/features/accounts/settings/password-form.tsx";
import { ProfileForm } from "#client/features/accounts/settings/profile-form.tsx";
import { TwoFactorSettings } from "#client/features/accounts/settings/two-factor-settings.tsx";
import { ChampionsSetting } from "#client/features/challenges/champions-setting.tsx";
import { MyDecisions } from "#client/features/decisions/my-decisions.tsx";
import { OwnDictionaries } from "#client/features/dictionary/own-dictionaries.tsx";
import { HiddenPeople } from "#client/features/people/people-lists.tsx";
import { PrivacySettings } from "#client/features/people/privacy-settings.tsx";
import { ReadingSettings } from "#client/features/reader/settings/reading-settings.tsx";
import { useUser } from "#client/lib/api/session.ts";
import { lazyComponent } from "#client/lib/hooks/lazy-page.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { loadMessages, type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { PageHeader } from "#client/ui/page-header.tsx";
import { Tabs } from "#client/ui/tabs.tsx";

const ReadingAppSettings = lazyComponent(async () => {
  const [module] = await Promise.all([
    import("#client/features/accounts/settings/reading-app-settings.tsx"),
    loadMessages("readingApps"),
  ]);
  return module.ReadingAppSettings;
});
const AppTokenSettings = lazyComponent(
  async () => (await import("#client/features/accounts/settings/app-token-settings.tsx")).AppTokenSettings,
);

const parts = [
  "account",
  "appearance",
  "reading",
  "listening",
  "privacy",
  "security",
  "apps",
  "moderation",
  "data",
] as const;
type Part = (typeof parts)[number];

const texts = {
  account: "settings.account",
  appearance: "settings.appearance",
  reading: "settings.reading",
  listening: "settings.listening",
  privacy: "people.privacy",
  security: "settings.security",
  apps: "settings.apps",
  moderation: "decisions.title",
  data: "settings.data",
} as const satisfies Record<Part, MessageKey>;

/** `/settings`; `?part=` selects one part */
export function SettingsPage() {
  const [params, setParams] = useSearchParams();
  const part = parts.find((known) => known === params.get("part")) ?? "account";
  usePageTitle(t("settings.title"));
  return (
    <>
      <PageHeader title={t("settings.title")} />
      <Tabs
        isPageWide
        isColumn
        label={t("settings.title")}
        tabs={parts.map((value) => ({ value, label: t(texts[value]) }))}
        value={part}
        onChange={(selected) => setParams({ part: selected }, { replace: true })}
      >
        <div className="flex flex-col gap-6">
          <SettingsSection part={part} />
        </div>
      </Tabs>
    </>
  );
}

function SettingsSection({ part }: { readonly part: Part }) {
  const user = useUser();
  if (!user) return null;
  if (part === "account") {
    return (
      <>
        <Group title={t("settings.profile")}>
          <AvatarForm user={user} />
          <ProfileForm user={user} />
        </Group>
        <Group title={t("auth.email")}>
          <EmailSettings user={user} />
        </Group>
      </>
    );
  }
  if (part === "privacy") {
    return (
      <>
        <Group title={t("people.privacy")}>
          <PrivacySettings />
        </Group>
        <Group title={t("people.unseenTitle")}>
          <HiddenPeople />
        </Group>
      </>
    );
  }
  if (part === "security") {
    return (
      <>
        <Group title={t("settings.changePassword")}>
          <PasswordForm />
        </Group>
        <Group title={t("settings.twoFactor")}>
          <TwoFactorSettings />
        </Group>
        <Group title={t("settings.passkeys")}>
          <PasskeySettings />
        </Group>
        <Group title={t("settings.devices")}>
          <ActiveSessions />
        </Group>
      </>
    );
  }
  if (part === "apps") {
    return (
      <>
        <Group title={t("settings.appTokens")}>
          <AppTokenSettings />
        </Group>
        <Group title={t("settings.readingApps")}>
          <ReadingAppSettings />
        </Group>
      </>
    );
  }
  if (part === "reading") {
    return (
      <>
        <Group title={t("settings.reading")}>
          <ReadingSettings />
        </Group>
        <Group title={t("dictionary.ownTitle")}>
          <OwnDictionaries />
        </Group>
      </>
    );
  }
  if (part === "data") {
    return (
      <>
        <Group title={t("challenge.champions")}>
          <ChampionsSetting />
        </Group>
        <Group title={t("settings.export")}>
          <ExportSettings />
        </Group>
        <Group title={t("settings.delete")}>
          <DeletionSettings />
        </Group>
      </>
    );
  }
  return (
    <Group title={t(texts[part])}>
      {part === "appearance" && <AppearanceSettings />}
      {part === "listening" && <ListeningSettings />}
      {part === "moderation" && <MyDecisions />}
    </Group>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Card>
      <section aria-label={title}>
        <h2 className="mb-4 font-semibold font-title text-h3">{title}</h2>
        {children}
      </section>
    </Card>
  );
}
