import type { ReactNode } from "react";
import { matchPath, Route, Routes } from "react-router-dom";
import { type ScreenPath, screenAt } from "#shared/pages/screens.ts";
import { type LazyPage, lazyPage } from "#client/lib/page-loader.ts";
import { NotFoundCard } from "./not-found-card.tsx";
import { PageFrame } from "./page-frame.tsx";
import { ReadersOnly } from "./readers-only.tsx";
import { Shell } from "./shell.tsx";

/** Every screen, fetched when it is first shown. */
export const pages = {
  home: lazyPage(
    ["home", "landing"],
    async () => (await import("#client/pages/home/home-page.tsx")).HomePage,
  ),
  homeOfReader: lazyPage(
    ["home", "challenge", "library", "player"],
    async () => (await import("#client/pages/home/home-of-reader-page.tsx")).HomeOfReaderPage,
  ),
  auth: lazyPage(["auth", "notify"], async () => (await import("#client/pages/auth/auth-page.tsx")).AuthPage),
  forgot: lazyPage(["auth"], async () => (await import("#client/pages/auth/forgot-page.tsx")).ForgotPage),
  browse: lazyPage(["browse"], async () => (await import("#client/pages/browse/browse-page.tsx")).BrowsePage),
  book: lazyPage(
    ["book", "library", "player"],
    async () => (await import("#client/pages/book/book-page.tsx")).BookPage,
  ),
  bookSync: lazyPage(["sync"], async () => (await import("#client/pages/book/sync-page.tsx")).SyncPage),
  bookNarration: lazyPage(
    ["narration"],
    async () => (await import("#client/pages/book/narration-page.tsx")).NarrationPage,
  ),
  author: lazyPage(["book"], async () => (await import("#client/pages/author/author-page.tsx")).AuthorPage),
  authorAuth: lazyPage(
    ["authors", "auth"],
    async () => (await import("#client/pages/authors/author-auth-page.tsx")).AuthorAuthPage,
  ),
  staffDoor: lazyPage(
    ["admin", "auth"],
    async () => (await import("#client/pages/admin/staff-door-page.tsx")).StaffDoorPage,
  ),
  adminDesk: lazyPage(["admin"], async () => (await import("#client/pages/admin/desk-page.tsx")).DeskPage),
  athanManagement: lazyPage(
    ["admin", "athan", "prayer"],
    async () => (await import("#client/pages/admin/athan-page.tsx")).AthanPage,
  ),
  topRated: lazyPage(
    ["lists"],
    async () => (await import("#client/pages/lists/top-rated-page.tsx")).TopRatedPage,
  ),
  newReleases: lazyPage(
    ["lists"],
    async () => (await import("#client/pages/lists/new-releases-page.tsx")).NewReleasesPage,
  ),
  comingSoon: lazyPage(
    ["lists", "library"],
    async () => (await import("#client/pages/lists/coming-soon-page.tsx")).ComingSoonPage,
  ),
  genres: lazyPage(["lists"], async () => (await import("#client/pages/lists/genres-page.tsx")).GenresPage),
  genre: lazyPage(["lists"], async () => (await import("#client/pages/lists/genre-page.tsx")).GenrePage),
  challenges: lazyPage(
    ["challenge"],
    async () => (await import("#client/pages/challenges/challenges-page.tsx")).ChallengesPage,
  ),
  challenge: lazyPage(
    ["challenge"],
    async () => (await import("#client/pages/challenges/challenge-page.tsx")).ChallengePage,
  ),
  champions: lazyPage(
    ["challenge"],
    async () => (await import("#client/pages/challenges/champions-page.tsx")).ChampionsPage,
  ),
  library: lazyPage(
    ["library", "player"],
    async () => (await import("#client/pages/library/library-page.tsx")).LibraryPage,
  ),
  notifications: lazyPage(
    ["notify"],
    async () => (await import("#client/pages/notifications/notifications-page.tsx")).NotificationsPage,
  ),
  profile: lazyPage(
    ["profile", "profiles", "library", "ledger", "goals", "imports"],
    async () => (await import("#client/pages/profile/profile-page.tsx")).ProfilePage,
  ),
  readerProfile: lazyPage(
    ["profiles"],
    async () => (await import("#client/pages/profile/reader-page.tsx")).ReaderPage,
  ),
  settings: lazyPage(
    ["settings", "auth", "reader", "challenge"],
    async () => (await import("#client/pages/settings/settings-page.tsx")).SettingsPage,
  ),
  emailSettings: lazyPage(
    ["settings", "notify"],
    async () => (await import("#client/pages/settings/email-settings-page.tsx")).EmailSettingsPage,
  ),
  notificationSettings: lazyPage(
    ["notify", "push", "call", "calls"],
    async () =>
      (await import("#client/pages/notifications/notification-settings-page.tsx")).NotificationSettingsPage,
  ),
  help: lazyPage(["help"], async () => (await import("#client/pages/static/help-page.tsx")).HelpPage),
  contact: lazyPage(
    ["support"],
    async () => (await import("#client/pages/static/contact-page.tsx")).ContactPage,
  ),
  careers: lazyPage(
    ["support"],
    async () => (await import("#client/pages/static/careers-page.tsx")).CareersPage,
  ),
  download: lazyPage(
    ["support"],
    async () => (await import("#client/pages/static/download-page.tsx")).DownloadPage,
  ),
  privacy: lazyPage(["legal"], async () => (await import("#client/pages/static/legal-page.tsx")).PrivacyPage),
  terms: lazyPage(["legal"], async () => (await import("#client/pages/static/legal-page.tsx")).TermsPage),
  guidelines: lazyPage(
    ["legal"],
    async () => (await import("#client/pages/static/legal-page.tsx")).GuidelinesPage,
  ),
  read: lazyPage(["reader"], async () => (await import("#client/pages/read/read-page.tsx")).ReadPage),
  athanDemo: lazyPage(
    ["prayer", "call"],
    async () => (await import("#client/pages/prayer/athan-demo-page.tsx")).AthanDemoPage,
  ),
  prayer: lazyPage([], async () => (await import("#client/pages/prayer/prayer-page.tsx")).PrayerPage),
  seamless: lazyPage(
    ["reader"],
    async () => (await import("#client/pages/read/seamless-page.tsx")).SeamlessPage,
  ),
  lastHeard: lazyPage(
    ["step"],
    async () => (await import("#client/pages/read/last-heard-page.tsx")).LastHeardPage,
  ),
  whisperSync: lazyPage(
    ["reader", "step"],
    async () => (await import("#client/pages/read/whisper-sync-page.tsx")).WhisperSyncPage,
  ),
} satisfies Record<string, LazyPage>;

/** The pieces of the design system, in development only. */
const pieces = import.meta.env.DEV
  ? lazyPage([], async () => (await import("#client/pages/dev/ui-page.tsx")).UiPage)
  : null;

interface Screen {
  readonly path: ScreenPath | "/dev/ui";
  readonly page: LazyPage;
  /** A guest is led to the sign-in, and back here. */
  readonly isForReaders?: boolean;
}

/** The screens inside the shell. */
export const framed: readonly Screen[] = [
  { path: "/", page: pages.home },
  { path: "/home", page: pages.homeOfReader },
  { path: "/auth", page: pages.auth },
  { path: "/auth/forgot", page: pages.forgot },
  { path: "/browse", page: pages.browse },
  { path: "/book/:id", page: pages.book },
  { path: "/book/:id/sync", page: pages.bookSync, isForReaders: true },
  { path: "/book/:id/narration", page: pages.bookNarration, isForReaders: true },
  { path: "/author/:id", page: pages.author },
  { path: "/author-auth", page: pages.authorAuth },
  { path: "/employee-login", page: pages.staffDoor },
  { path: "/adm", page: pages.staffDoor },
  { path: "/admin-login", page: pages.staffDoor },
  { path: "/admin", page: pages.adminDesk },
  { path: "/admin/dashboard", page: pages.adminDesk },
  { path: "/admin-dashboard", page: pages.adminDesk },
  { path: "/admin/athan-management", page: pages.athanManagement },
  { path: "/top-rated-books", page: pages.topRated },
  { path: "/new-releases", page: pages.newReleases },
  { path: "/coming-soon", page: pages.comingSoon },
  { path: "/genres", page: pages.genres },
  { path: "/genre/:name", page: pages.genre },
  { path: "/champions", page: pages.champions },
  { path: "/challenges", page: pages.challenges },
  { path: "/challenges/champions", page: pages.champions },
  { path: "/challenges/:id", page: pages.challenge },
  { path: "/library", page: pages.library, isForReaders: true },
  { path: "/notifications", page: pages.notifications, isForReaders: true },
  { path: "/profile", page: pages.profile, isForReaders: true },
  { path: "/readers/:username", page: pages.readerProfile, isForReaders: true },
  { path: "/settings", page: pages.settings, isForReaders: true },
  { path: "/user-settings", page: pages.emailSettings, isForReaders: true },
  { path: "/notifications-settings", page: pages.notificationSettings, isForReaders: true },
  { path: "/seamless-reader", page: pages.lastHeard },
  { path: "/help-center", page: pages.help },
  { path: "/contact-us", page: pages.contact },
  { path: "/careers", page: pages.careers },
  { path: "/download-app", page: pages.download },
  { path: "/athan-demo", page: pages.athanDemo },
  { path: "/prayer", page: pages.prayer },
  { path: "/privacy-policy", page: pages.privacy },
  { path: "/terms-of-service", page: pages.terms },
  { path: "/community-guidelines", page: pages.guidelines },
  ...(pieces ? [{ path: "/dev/ui", page: pieces } as const] : []),
];

/** The screens that fill the window. */
export const whole: readonly Screen[] = [
  { path: "/read/:id", page: pages.read },
  { path: "/e-reader/:id", page: pages.read },
  { path: "/ebook/:id", page: pages.read },
  { path: "/seamless-reader/:id", page: pages.seamless },
  { path: "/whisper-sync-demo", page: pages.whisperSync },
];

/** The route table. */
export function Screens() {
  return (
    <Routes>
      <Route element={<Shell />}>
        {framed.map((screen) => (
          <Route key={screen.path} path={screen.path} element={shown(screen)} />
        ))}
        <Route path="*" element={<NotFoundCard />} />
      </Route>
      {whole.map((screen) => (
        <Route key={screen.path} path={screen.path} element={<PageFrame>{shown(screen)}</PageFrame>} />
      ))}
    </Routes>
  );
}

/** Fetches the screen at an address ahead of time. */
export async function preloadPageAt(pathname: string): Promise<void> {
  const found = [...framed, ...whole].find(({ path }) => matchPath(path, pathname));
  // A failure here shows again, and is told, when the screen itself is rendered.
  await found?.page.preload().catch(() => undefined);
}

/** Fetches all screens that the server draws. */
export async function preloadPublicPages(): Promise<void> {
  const open = framed.filter(({ path }) => screenAt(path)?.isPublic);
  await Promise.all(open.map(({ page }) => page.preload()));
}

function shown({ page: { Page }, isForReaders }: Screen): ReactNode {
  return isForReaders ? (
    <ReadersOnly>
      <Page />
    </ReadersOnly>
  ) : (
    <Page />
  );
}
