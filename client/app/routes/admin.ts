import { lazyPage } from "#client/lib/hooks/lazy-page.ts";
import type { RouteDefinition } from "./route-definition.ts";

const staffLogin = lazyPage(
  ["admin", "auth"],
  async () => (await import("#client/pages/admin/staff-login-page.tsx")).StaffLoginPage,
);
const adminDashboard = lazyPage(
  ["admin"],
  async () => (await import("#client/pages/admin/dashboard-page.tsx")).AdminDashboardPage,
);

export const adminRoutes: readonly RouteDefinition[] = [
  { path: "/employee-login", page: staffLogin },
  { path: "/adm", page: staffLogin },
  { path: "/admin-login", page: staffLogin },
  { path: "/admin", page: adminDashboard },
  { path: "/admin/dashboard", page: adminDashboard },
  { path: "/admin-dashboard", page: adminDashboard },
  {
    path: "/admin/books",
    page: lazyPage(
      ["admin", "publishing", "book", "reason"],
      async () => (await import("#client/pages/admin/books-page.tsx")).AdminBooksPage,
    ),
  },
  {
    path: "/admin/books/:id/edit",
    page: lazyPage(
      ["admin", "publishing", "book", "reason", "upload", "authorStats"],
      async () => (await import("#client/pages/admin/edit-book-page.tsx")).EditBookPage,
    ),
  },
  {
    path: "/admin/upload-book",
    page: lazyPage(
      ["admin", "upload"],
      async () => (await import("#client/pages/admin/upload-book-page.tsx")).AdminUploadBookPage,
    ),
  },
  {
    path: "/admin/manage-authors",
    page: lazyPage(
      ["admin", "catalogueAdmin"],
      async () => (await import("#client/pages/admin/manage-authors-page.tsx")).ManageAuthorsPage,
    ),
  },
  {
    path: "/admin/manage-genres",
    page: lazyPage(
      ["admin", "catalogueAdmin"],
      async () => (await import("#client/pages/admin/manage-genres-page.tsx")).ManageGenresPage,
    ),
  },
  {
    path: "/admin/manage-tropes",
    page: lazyPage(
      ["admin", "catalogueAdmin"],
      async () => (await import("#client/pages/admin/manage-tropes-page.tsx")).ManageTropesPage,
    ),
  },
  {
    path: "/admin/cloud-storage",
    page: lazyPage(
      ["admin", "storageAdmin"],
      async () => (await import("#client/pages/admin/cloud-storage-page.tsx")).CloudStoragePage,
    ),
  },
  {
    path: "/admin/settings",
    page: lazyPage(["admin", "siteAdmin", "legal", "support"], async () => {
      const { SiteSettingsPage, loadBuiltInTexts } = await import(
        "#client/pages/admin/site-settings-page.tsx"
      );
      await loadBuiltInTexts();
      return SiteSettingsPage;
    }),
  },
  {
    path: "/admin/redirects",
    page: lazyPage(
      ["admin", "catalogueAdmin"],
      async () => (await import("#client/pages/admin/redirects-page.tsx")).RedirectsPage,
    ),
  },
  {
    path: "/admin/view-users",
    page: lazyPage(
      ["admin", "staff"],
      async () => (await import("#client/pages/admin/users-page.tsx")).ViewUsersPage,
    ),
  },
  {
    path: "/admin/messages",
    page: lazyPage(
      ["admin", "staff"],
      async () => (await import("#client/pages/admin/messages-page.tsx")).MessagesPage,
    ),
  },
  {
    path: "/admin/challenges",
    page: lazyPage(
      ["admin", "challenge"],
      async () => (await import("#client/pages/admin/challenges-page.tsx")).ManageChallengesPage,
    ),
  },
  {
    path: "/admin/reports",
    page: lazyPage(
      ["admin", "moderation", "decisions", "staff"],
      async () => (await import("#client/pages/admin/reports-page.tsx")).ReportsPage,
    ),
  },
  {
    path: "/admin/corrections",
    page: lazyPage(
      ["admin", "corrections"],
      async () => (await import("#client/pages/admin/corrections-page.tsx")).CorrectionsPage,
    ),
  },
  {
    path: "/admin/membership-codes",
    page: lazyPage(
      ["admin", "membershipAdmin"],
      async () => (await import("#client/pages/admin/codes-page.tsx")).CodesPage,
    ),
  },
  {
    path: "/admin/outbox",
    page: lazyPage(
      ["admin", "staff"],
      async () => (await import("#client/pages/admin/outbox-page.tsx")).OutboxPage,
    ),
  },
  {
    path: "/admin/health",
    page: lazyPage(
      ["admin", "health"],
      async () => (await import("#client/pages/admin/health-page.tsx")).HealthPage,
    ),
  },
  {
    path: "/admin/jobs",
    page: lazyPage(
      ["admin", "staff"],
      async () => (await import("#client/pages/admin/jobs-page.tsx")).JobsPage,
    ),
  },
  {
    path: "/admin/audit-log",
    page: lazyPage(
      ["admin", "staff", "audit"],
      async () => (await import("#client/pages/admin/audit-page.tsx")).AuditPage,
    ),
  },
  {
    path: "/admin/athan-management",
    page: lazyPage(
      ["admin", "athan", "prayer"],
      async () => (await import("#client/pages/admin/athan-management-page.tsx")).AthanPage,
    ),
  },
];
