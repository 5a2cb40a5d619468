import type { ReactNode } from "react";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { MessageKey } from "#client/lib/i18n/i18n.ts";
import { icons } from "./nav-icons.tsx";

export interface NavItem {
  readonly to: string;
  readonly text: MessageKey;
  readonly icon?: ReactNode;
}

/** All navigation items. */
export const navItems = {
  home: { to: "/", text: "shell.home", icon: icons.home },
  signIn: { to: "/auth", text: "common.signIn", icon: icons.person },

  browse: { to: "/browse", text: "shell.browseBooks", icon: icons.book },
  topRated: { to: "/top-rated-books", text: "shell.topRated", icon: icons.star },
  newReleases: { to: "/new-releases", text: "shell.newReleases", icon: icons.sparkles },
  comingSoon: { to: "/coming-soon", text: "shell.comingSoon", icon: icons.calendar },
  genres: { to: "/genres", text: "shell.genres", icon: icons.shapes },
  prayerTimes: { to: "/prayer", text: "shell.prayerTimes", icon: icons.clock },
  prayerDemo: { to: "/prayer-times", text: "shell.prayerTimes", icon: icons.clock },
  champions: { to: "/champions", text: "shell.champions", icon: icons.trophy },
  challenges: { to: "/challenges", text: "shell.challenges", icon: icons.target },

  library: { to: "/library", text: "shell.myLibrary", icon: icons.library },
  community: { to: "/community", text: "shell.community", icon: icons.people },
  messages: { to: "/messages", text: "shell.messages", icon: icons.message },
  profile: { to: "/profile", text: "shell.profile", icon: icons.person },
  settings: { to: "/settings", text: "shell.settings", icon: icons.cog },
  emailSettings: { to: "/user-settings", text: "shell.emailSettings", icon: icons.mail },
  notifications: { to: "/notifications", text: "shell.notifications", icon: icons.bell },

  adminPortal: { to: "/admin/dashboard", text: "shell.adminPortal", icon: icons.shield },
  adminDashboard: { to: "/admin/dashboard", text: "shell.adminDashboard", icon: icons.shield },
  manageBooks: { to: "/admin/books", text: "shell.manageBooks", icon: icons.books },
  viewUsers: { to: "/admin/view-users", text: "shell.viewUsers", icon: icons.people },
  authorPortal: { to: "/authors-portal", text: "shell.authorPortal", icon: icons.feather },

  helpCenter: { to: "/help-center", text: "shell.helpCenter" },
  contactUs: { to: "/contact-us", text: "shell.contactUs" },
  downloadApp: { to: "/download-app", text: "shell.downloadApp" },
  careers: { to: "/careers", text: "shell.careers" },
  privacy: { to: "/privacy-policy", text: "shell.privacyPolicy" },
  terms: { to: "/terms-of-service", text: "shell.termsOfService" },
  guidelines: { to: "/community-guidelines", text: "shell.communityGuidelines" },
} as const satisfies Readonly<Record<string, NavItem>>;

export function getDrawerNavItems(user: User | null): readonly NavItem[] {
  const { home, browse, genres, challenges, prayerDemo, prayerTimes, ...own } = navItems;
  if (!user) return [home, browse, genres, own.community, challenges, prayerDemo];
  const { library, community, messages, profile, settings, notifications } = own;
  return [home, browse, library, community, messages, profile, settings, notifications, prayerTimes];
}

export function getStaffNavItems(user: User | null): readonly NavItem[] {
  return user && isStaff(user) ? [navItems.adminDashboard, navItems.manageBooks, navItems.viewUsers] : [];
}

/** The avatar's menu, without Sign Out. */
export function getAvatarMenuItems(user: User): readonly NavItem[] {
  const { profile, library, adminPortal, authorPortal, settings, emailSettings } = navItems;
  return [
    profile,
    library,
    ...(isStaff(user) ? [adminPortal] : []),
    ...(user.isAuthor ? [authorPortal] : []),
    settings,
    emailSettings,
  ];
}

/** The Browse menu, and the footer's first column. */
export const getBrowseMenuItems = (isReader: boolean): readonly NavItem[] => [
  { ...navItems.browse, text: "shell.allBooks" },
  navItems.topRated,
  navItems.newReleases,
  navItems.comingSoon,
  navItems.genres,
  navItems.champions,
  isReader ? navItems.prayerTimes : navItems.prayerDemo,
];

export function getTabNavItems(isReader: boolean): readonly NavItem[] {
  const browse: NavItem = { ...navItems.browse, text: "shell.browse" };
  if (!isReader) return [navItems.home, browse, navItems.signIn];
  const library: NavItem = { ...navItems.library, text: "shell.library" };
  return [navItems.home, browse, library, navItems.community, navItems.profile];
}

/** The footer's second column. */
export const supportNavItems: readonly NavItem[] = [
  navItems.helpCenter,
  navItems.contactUs,
  navItems.downloadApp,
  navItems.careers,
];
export const socialNavItems: readonly NavItem[] = [
  navItems.community,
  navItems.challenges,
  navItems.guidelines,
];
export const legalNavItems: readonly NavItem[] = [navItems.privacy, navItems.terms];

export const mobileBarTitles: readonly { readonly pathPrefix: string; readonly text: MessageKey }[] = [
  { pathPrefix: "/browse", text: "shell.browseBooks" },
  { pathPrefix: "/library", text: "shell.myLibrary" },
  { pathPrefix: "/community", text: "shell.community" },
  { pathPrefix: "/profile", text: "shell.profile" },
];
