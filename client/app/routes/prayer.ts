import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const prayerRoutes: readonly RouteDefinition[] = [
  {
    path: "/athan-demo",
    page: lazyPage(
      ["prayer", "prayerAlert"],
      async () => (await import("#client/pages/prayer/athan-demo-page.tsx")).AthanDemoPage,
    ),
  },
  {
    path: "/prayer",
    page: lazyPage([], async () => (await import("#client/pages/prayer/prayer-page.tsx")).PrayerPage),
  },
];
