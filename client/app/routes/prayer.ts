import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

const prayerTimes = lazyPage(
  ["prayer", "prayerAlert"],
  async () => (await import("#client/pages/prayer/prayer-times-page.tsx")).PrayerTimesPage,
);

export const prayerRoutes: readonly RouteDefinition[] = [
  { path: "/prayer-times", page: prayerTimes },
  { path: "/athan-demo", page: prayerTimes },
  {
    path: "/prayer",
    page: lazyPage([], async () => (await import("#client/pages/prayer/prayer-page.tsx")).PrayerPage),
  },
];
