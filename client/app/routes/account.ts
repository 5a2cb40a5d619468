import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const accountRoutes: readonly RouteDefinition[] = [
  {
    path: "/subscribe",
    page: lazyPage(
      ["membership"],
      async () => (await import("#client/pages/subscribe/subscribe-page.tsx")).SubscribePage,
    ),
  },
  {
    path: "/auth/forgot",
    page: lazyPage(["auth"], async () => (await import("#client/pages/auth/forgot-page.tsx")).ForgotPage),
  },
  {
    path: "/notifications",
    page: lazyPage(
      ["notifications", "notificationTexts"],
      async () => (await import("#client/pages/notifications/notifications-page.tsx")).NotificationsPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/profile",
    page: lazyPage(
      ["profiles", "library", "readingActivity", "goals", "shelfImport", "people"],
      async () => (await import("#client/pages/profile/profile-page.tsx")).ProfilePage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/readers/:username",
    page: lazyPage(
      ["profiles", "people", "moderation"],
      async () => (await import("#client/pages/profile/reader-page.tsx")).ReaderPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/library/vocabulary",
    page: lazyPage(
      ["dictionary"],
      async () => (await import("#client/pages/library/vocabulary-page.tsx")).VocabularyPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/settings",
    page: lazyPage(
      ["settings", "auth", "readingSettings", "challenge", "people", "decisions", "dictionary"],
      async () => (await import("#client/pages/settings/settings-page.tsx")).SettingsPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/user-settings",
    page: lazyPage(
      ["settings", "notifications", "notificationTexts", "push"],
      async () => (await import("#client/pages/settings/email-settings-page.tsx")).EmailSettingsPage,
    ),
    requiresSignIn: true,
  },
  {
    path: "/notifications-settings",
    page: lazyPage(
      ["notifications", "notificationTexts", "follows", "push", "prayerAlert", "prayerAlertSettings"],
      async () =>
        (await import("#client/pages/notifications/notification-settings-page.tsx")).NotificationSettingsPage,
    ),
    requiresSignIn: true,
  },
];
