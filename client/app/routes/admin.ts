import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { AdminPage } from "./admin-pages.ts";
import type { RouteDefinition } from "./route-definition.ts";

const load = (page: AdminPage) => async () => (await import("./admin-pages.ts")).adminPages[page]();

const staffLogin = lazyPage(["admin", "auth"], load("staffLogin"));
const adminDashboard = lazyPage(["admin"], load("adminDashboard"));

export const adminRoutes: readonly RouteDefinition[] = [
  { path: "/employee-login", page: staffLogin },
  { path: "/adm", page: staffLogin },
  { path: "/admin-login", page: staffLogin },
  { path: "/admin", page: adminDashboard },
  { path: "/admin/dashboard", page: adminDashboard },
  { path: "/admin-dashboard", page: adminDashboard },
  {
    path: "/admin/books",
    page: lazyPage(["admin", "publishing", "book", "reason"], load("adminBooks")),
  },
  {
    path: "/admin/books/:id/edit",
    page: lazyPage(
      ["admin", "publishing", "book", "reason", "upload", "authorStats", "dictionary"],
      load("editBook"),
    ),
  },
  {
    path: "/admin/upload-book",
    page: lazyPage(["admin", "upload"], load("adminUploadBook")),
  },
  {
    path: "/admin/manage-authors",
    page: lazyPage(["admin", "catalogueAdmin"], load("manageAuthors")),
  },
  {
    path: "/admin/manage-genres",
    page: lazyPage(["admin", "catalogueAdmin"], load("manageGenres")),
  },
  {
    path: "/admin/manage-tropes",
    page: lazyPage(["admin", "catalogueAdmin"], load("manageTropes")),
  },
  {
    path: "/admin/cloud-storage",
    page: lazyPage(["admin", "storageAdmin"], load("cloudStorage")),
  },
  {
    path: "/admin/settings",
    page: lazyPage(["admin", "siteAdmin", "legal", "support"], load("siteSettings")),
  },
  {
    path: "/admin/redirects",
    page: lazyPage(["admin", "catalogueAdmin"], load("redirects")),
  },
  {
    path: "/admin/view-users",
    page: lazyPage(["admin", "staff"], load("viewUsers")),
  },
  {
    path: "/admin/messages",
    page: lazyPage(["admin", "staff"], load("messages")),
  },
  {
    path: "/admin/challenges",
    page: lazyPage(["admin", "challenge"], load("manageChallenges")),
  },
  {
    path: "/admin/reports",
    page: lazyPage(["admin", "moderation", "decisions", "staff"], load("reports")),
  },
  {
    path: "/admin/corrections",
    page: lazyPage(["admin", "corrections"], load("corrections")),
  },
  {
    path: "/admin/membership-codes",
    page: lazyPage(["admin", "siteAdmin"], load("codes")),
  },
  {
    path: "/admin/outbox",
    page: lazyPage(["admin", "staff"], load("outbox")),
  },
  {
    path: "/admin/webhooks",
    page: lazyPage(["admin", "siteAdmin"], load("webhooks")),
  },
  {
    path: "/admin/health",
    page: lazyPage(["admin", "health"], load("health")),
  },
  {
    path: "/admin/jobs",
    page: lazyPage(["admin", "staff"], load("jobs")),
  },
  {
    path: "/admin/audit-log",
    page: lazyPage(["admin", "staff", "audit"], load("audit")),
  },
  {
    path: "/admin/athan-management",
    page: lazyPage(["admin", "athan", "prayer"], load("athan")),
  },
];
