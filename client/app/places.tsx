import type { ReactNode } from "react";
import type { User } from "#shared/accounts/user.ts";
import type { Text } from "#client/lib/words.ts";
import { icons } from "./place-icons.tsx";

/** Somewhere the navigation leads. */
export interface Place {
  readonly to: string;
  readonly text: Text;
  readonly icon?: ReactNode;
  /** Whether there is a screen behind it. One that does not stand is in no list: there is no dead end. */
  readonly stands: boolean;
}

/**
 * Every place there is or will be. An issue that builds one switches it on here, and all bars, menus and columns show
 * it; a test compares this with the routes.
 */
export const places = {
  home: { to: "/", text: "shell.home", icon: icons.home, stands: true },
  signIn: { to: "/auth", text: "common.signIn", icon: icons.person, stands: true },

  browse: { to: "/browse", text: "shell.browseBooks", icon: icons.book, stands: true },
  topRated: { to: "/top-rated-books", text: "shell.topRated", icon: icons.star, stands: false },
  newReleases: { to: "/new-releases", text: "shell.newReleases", icon: icons.sparkles, stands: false },
  comingSoon: { to: "/coming-soon", text: "shell.comingSoon", icon: icons.calendar, stands: false },
  genres: { to: "/genres", text: "shell.genres", icon: icons.shapes, stands: false },
  champions: { to: "/champions", text: "shell.champions", icon: icons.trophy, stands: false },
  challenges: { to: "/challenges", text: "shell.challenges", icon: icons.target, stands: false },

  library: { to: "/library", text: "shell.myLibrary", icon: icons.library, stands: true },
  community: { to: "/community", text: "shell.community", icon: icons.people, stands: false },
  messages: { to: "/messages", text: "shell.messages", icon: icons.message, stands: false },
  profile: { to: "/profile", text: "shell.profile", icon: icons.person, stands: true },
  settings: { to: "/settings", text: "shell.settings", icon: icons.cog, stands: true },
  emailSettings: { to: "/user-settings", text: "shell.emailSettings", icon: icons.mail, stands: false },
  notifications: { to: "/notifications", text: "shell.notifications", icon: icons.bell, stands: true },

  adminPortal: { to: "/admin/dashboard", text: "shell.adminPortal", icon: icons.shield, stands: false },
  adminDashboard: { to: "/admin/dashboard", text: "shell.adminDashboard", icon: icons.shield, stands: false },
  manageBooks: { to: "/admin/books", text: "shell.manageBooks", icon: icons.books, stands: false },
  viewUsers: { to: "/admin/view-users", text: "shell.viewUsers", icon: icons.people, stands: false },
  authorPortal: { to: "/authors-portal", text: "shell.authorPortal", icon: icons.feather, stands: false },

  helpCenter: { to: "/help-center", text: "shell.helpCenter", stands: true },
  contactUs: { to: "/contact-us", text: "shell.contactUs", stands: true },
  downloadApp: { to: "/download-app", text: "shell.downloadApp", stands: true },
  careers: { to: "/careers", text: "shell.careers", stands: true },
  privacy: { to: "/privacy-policy", text: "shell.privacyPolicy", stands: true },
  terms: { to: "/terms-of-service", text: "shell.termsOfService", stands: true },
  guidelines: { to: "/community-guidelines", text: "shell.communityGuidelines", stands: true },
} as const satisfies Readonly<Record<string, Place>>;

/** Of some places, those that can be gone to. */
export function standing(wanted: readonly Place[]): readonly Place[] {
  return wanted.filter(({ stands }) => stands);
}

/** The drawer's links, by what somebody may see. */
export function drawerPlaces(user: User | null): readonly Place[] {
  const { home, browse, library, community, messages, profile, settings, notifications } = places;
  if (!user) return [home, browse];
  return [home, browse, library, community, messages, profile, settings, notifications];
}

/** The drawer's links for the people who run the place. */
export function staffPlaces(user: User | null): readonly Place[] {
  return user?.isEmployee ? [places.adminDashboard, places.manageBooks, places.viewUsers] : [];
}

/** The avatar's menu, without Sign Out. */
export function avatarPlaces(user: User): readonly Place[] {
  const { profile, library, adminPortal, authorPortal, settings, emailSettings } = places;
  return [
    profile,
    library,
    ...(user.isEmployee ? [adminPortal] : []),
    ...(user.isAuthor ? [authorPortal] : []),
    settings,
    emailSettings,
  ];
}

/** The Browse menu, and the footer's first column. */
export const browsePlaces: readonly Place[] = [
  { ...places.browse, text: "shell.allBooks" },
  places.topRated,
  places.newReleases,
  places.comingSoon,
  places.genres,
  places.champions,
];

/** The phone's tabs. Where there is no community yet, the challenges stand in its place. */
export function tabPlaces(user: User | null): readonly Place[] {
  const browse: Place = { ...places.browse, text: "shell.browse" };
  if (!user) return [places.home, browse, places.signIn];
  const library: Place = { ...places.library, text: "shell.library" };
  const fourth = [places.community, places.challenges].filter(({ stands }: Place) => stands).slice(0, 1);
  return [places.home, browse, library, ...fourth, places.profile];
}

/** The footer's second column, and the line at its foot. */
export const supportPlaces: readonly Place[] = [
  places.helpCenter,
  places.contactUs,
  places.downloadApp,
  places.careers,
];
export const legalPlaces: readonly Place[] = [places.privacy, places.terms, places.guidelines];

/** What the phone's bar is called at each address; elsewhere it has the product's name. */
export const barTitles: readonly { readonly under: string; readonly text: Text }[] = [
  { under: "/browse", text: "shell.browseBooks" },
  { under: "/library", text: "shell.myLibrary" },
  { under: "/community", text: "shell.community" },
  { under: "/profile", text: "shell.profile" },
];
