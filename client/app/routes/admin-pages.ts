import type { ComponentType } from "react";

/** Pages of the staff area: only staff load their table. */
export const adminPages = {
  adminBooks: async () => (await import("#client/pages/admin/books-page.tsx")).AdminBooksPage,
  adminDashboard: async () => (await import("#client/pages/admin/dashboard-page.tsx")).AdminDashboardPage,
  adminUploadBook: async () => (await import("#client/pages/admin/upload-book-page.tsx")).AdminUploadBookPage,
  athan: async () => (await import("#client/pages/admin/athan-management-page.tsx")).AthanPage,
  audit: async () => (await import("#client/pages/admin/audit-page.tsx")).AuditPage,
  cloudStorage: async () => (await import("#client/pages/admin/cloud-storage-page.tsx")).CloudStoragePage,
  codes: async () => (await import("#client/pages/admin/codes-page.tsx")).CodesPage,
  corrections: async () => (await import("#client/pages/admin/corrections-page.tsx")).CorrectionsPage,
  editBook: async () => (await import("#client/pages/admin/edit-book-page.tsx")).EditBookPage,
  health: async () => (await import("#client/pages/admin/health-page.tsx")).HealthPage,
  jobs: async () => (await import("#client/pages/admin/jobs-page.tsx")).JobsPage,
  manageAuthors: async () => (await import("#client/pages/admin/manage-authors-page.tsx")).ManageAuthorsPage,
  manageChallenges: async () =>
    (await import("#client/pages/admin/challenges-page.tsx")).ManageChallengesPage,
  manageGenres: async () => (await import("#client/pages/admin/manage-genres-page.tsx")).ManageGenresPage,
  manageTropes: async () => (await import("#client/pages/admin/manage-tropes-page.tsx")).ManageTropesPage,
  messages: async () => (await import("#client/pages/admin/messages-page.tsx")).MessagesPage,
  outbox: async () => (await import("#client/pages/admin/outbox-page.tsx")).OutboxPage,
  redirects: async () => (await import("#client/pages/admin/redirects-page.tsx")).RedirectsPage,
  reports: async () => (await import("#client/pages/admin/reports-page.tsx")).ReportsPage,
  siteSettings: async () => {
    const { SiteSettingsPage, loadBuiltInTexts } = await import("#client/pages/admin/site-settings-page.tsx");
    await loadBuiltInTexts();
    return SiteSettingsPage;
  },
  staffLogin: async () => (await import("#client/pages/admin/staff-login-page.tsx")).StaffLoginPage,
  viewUsers: async () => (await import("#client/pages/admin/users-page.tsx")).ViewUsersPage,
  webhooks: async () => (await import("#client/pages/admin/webhooks-page.tsx")).WebhooksPage,
} satisfies Readonly<Record<string, () => Promise<ComponentType>>>;

export type AdminPage = keyof typeof adminPages;
