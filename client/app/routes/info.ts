import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

export const infoRoutes: readonly RouteDefinition[] = [
  {
    path: "/help-center",
    page: lazyPage(["help"], async () => (await import("#client/pages/info/help-page.tsx")).HelpPage),
  },
  {
    path: "/contact-us",
    page: lazyPage(
      ["support"],
      async () => (await import("#client/pages/info/contact-page.tsx")).ContactPage,
    ),
  },
  {
    path: "/careers",
    page: lazyPage(
      ["support", "richText"],
      async () => (await import("#client/pages/info/careers-page.tsx")).CareersPage,
    ),
  },
  {
    path: "/download-app",
    page: lazyPage(
      ["support"],
      async () => (await import("#client/pages/info/download-page.tsx")).DownloadPage,
    ),
  },
  {
    path: "/privacy-policy",
    page: lazyPage(
      ["legal", "richText"],
      async () => (await import("#client/pages/info/legal-page.tsx")).PrivacyPage,
    ),
  },
  {
    path: "/terms-of-service",
    page: lazyPage(
      ["legal", "richText"],
      async () => (await import("#client/pages/info/legal-page.tsx")).TermsPage,
    ),
  },
  {
    path: "/community-guidelines",
    page: lazyPage(
      ["legal", "richText"],
      async () => (await import("#client/pages/info/legal-page.tsx")).GuidelinesPage,
    ),
  },
];
