import { lazyPage } from "#client/lib/page-loader.ts";
import type { Screen } from "./screen.ts";

/** What the house says of itself. */
export const houseScreens: readonly Screen[] = [
  {
    path: "/help-center",
    page: lazyPage(["help"], async () => (await import("#client/pages/static/help-page.tsx")).HelpPage),
  },
  {
    path: "/contact-us",
    page: lazyPage(
      ["support"],
      async () => (await import("#client/pages/static/contact-page.tsx")).ContactPage,
    ),
  },
  {
    path: "/careers",
    page: lazyPage(
      ["support"],
      async () => (await import("#client/pages/static/careers-page.tsx")).CareersPage,
    ),
  },
  {
    path: "/download-app",
    page: lazyPage(
      ["support"],
      async () => (await import("#client/pages/static/download-page.tsx")).DownloadPage,
    ),
  },
  {
    path: "/privacy-policy",
    page: lazyPage(["legal"], async () => (await import("#client/pages/static/legal-page.tsx")).PrivacyPage),
  },
  {
    path: "/terms-of-service",
    page: lazyPage(["legal"], async () => (await import("#client/pages/static/legal-page.tsx")).TermsPage),
  },
  {
    path: "/community-guidelines",
    page: lazyPage(
      ["legal"],
      async () => (await import("#client/pages/static/legal-page.tsx")).GuidelinesPage,
    ),
  },
];
