import { Bell, BookOpen, House, LibraryBig, LogOut, Settings, Sparkles, Star, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import type { Text } from "#client/lib/words.ts";

/** Somewhere the navigation leads. A place that does not exist yet is not in any list. */
export interface Destination {
  readonly to: string;
  readonly text: Text;
  readonly icon: ReactNode;
}

const home = { to: "/", text: "shell.home", icon: <House aria-hidden /> } as const;
const browse = { to: "/browse", text: "shell.browseBooks", icon: <BookOpen aria-hidden /> } as const;
const library = { to: "/library", text: "shell.myLibrary", icon: <LibraryBig aria-hidden /> } as const;
const profile = { to: "/profile", text: "shell.profile", icon: <UserRound aria-hidden /> } as const;
const settings = { to: "/settings", text: "shell.settings", icon: <Settings aria-hidden /> } as const;
const notifications = {
  to: "/notifications",
  text: "shell.notifications",
  icon: <Bell aria-hidden />,
} as const;

export const signOutIcon = <LogOut aria-hidden />;

/** The drawer's links. */
export const guestPlaces: readonly Destination[] = [home, browse];
export const readerPlaces: readonly Destination[] = [home, browse, library, profile, settings, notifications];

/** The Browse menu. */
export const browsePlaces: readonly Destination[] = [
  { ...browse, text: "shell.allBooks" },
  { to: "/browse?sortBy=averageRating&sortOrder=desc", text: "shell.topRated", icon: <Star aria-hidden /> },
  {
    to: "/browse?sortBy=createdAt&sortOrder=desc",
    text: "shell.newReleases",
    icon: <Sparkles aria-hidden />,
  },
];

/** The avatar's menu, without Sign Out. */
export const ownPlaces: readonly Destination[] = [profile, library, settings];

/** The phone's tabs. */
export const guestTabs: readonly Destination[] = [
  home,
  { ...browse, text: "shell.browse" },
  { to: "/auth", text: "common.signIn", icon: <UserRound aria-hidden /> },
];
export const readerTabs: readonly Destination[] = [
  home,
  { ...browse, text: "shell.browse" },
  { ...library, text: "shell.library" },
  profile,
];

/** What the phone's bar is called at each address; elsewhere it has the product's name. */
export const barTitles: readonly { readonly under: string; readonly text: Text }[] = [
  { under: "/browse", text: "shell.browseBooks" },
  { under: "/library", text: "shell.myLibrary" },
  { under: "/profile", text: "shell.profile" },
];
