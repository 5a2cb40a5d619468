import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { accountScreens } from "./account.ts";
import { adminScreens } from "./admin.ts";
import { authorScreens } from "./authors.ts";
import { bookScreens } from "./books.ts";
import { challengeScreens } from "./challenges.ts";
import { communityScreens } from "./community.ts";
import { infoScreens } from "./info.ts";
import { prayerScreens } from "./prayer.ts";
import type { RouteDefinition } from "./route-definition.ts";

/** The component gallery, in development only. */
const devRoutes: readonly RouteDefinition[] = import.meta.env.DEV
  ? [
      {
        path: "/dev/ui",
        page: lazyPage([], async () => (await import("#client/pages/dev/ui-page.tsx")).UiPage),
      },
    ]
  : [];

/** Pages inside the shell that are not part of the first load. */
export const lazyRoutes: readonly RouteDefinition[] = [
  ...accountScreens,
  ...adminScreens,
  ...authorScreens,
  ...bookScreens,
  ...challengeScreens,
  ...communityScreens,
  ...infoScreens,
  ...prayerScreens,
  ...devRoutes,
];
