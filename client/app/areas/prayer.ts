import { lazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./screen.ts";

/** Prayer times and calls. */
export const prayerScreens: readonly Screen[] = [
  {
    path: "/athan-demo",
    page: lazyPage(
      ["prayer", "call"],
      async () => (await import("#client/pages/prayer/athan-demo-page.tsx")).AthanDemoPage,
    ),
  },
  {
    path: "/prayer",
    page: lazyPage([], async () => (await import("#client/pages/prayer/prayer-page.tsx")).PrayerPage),
  },
];
