import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import { accountRoutes } from "./account.ts";
import { adminRoutes } from "./admin.ts";
import { authorRoutes } from "./authors.ts";
import { bookRoutes } from "./books.ts";
import { challengeRoutes } from "./challenges.ts";
import { communityRoutes } from "./community.ts";
import { infoRoutes } from "./info.ts";
import { prayerRoutes } from "./prayer.ts";
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
  ...accountRoutes,
  ...adminRoutes,
  ...authorRoutes,
  ...bookRoutes,
  ...challengeRoutes,
  ...communityRoutes,
  ...infoRoutes,
  ...prayerRoutes,
  ...devRoutes,
];
