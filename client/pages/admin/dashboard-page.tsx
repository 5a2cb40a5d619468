import type { User } from "#shared/accounts/user.ts";
import type { AdminDashboard } from "#shared/admin/contract.ts";
import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { Applications } from "#client/features/admin/applications.tsx";
import { AttentionList } from "#client/features/admin/attention-list.tsx";
import { SiteActivitySection } from "#client/features/admin/site-activity.tsx";
import { formatBytes, formatCount, formatRelativeTime } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";
import { TextLink } from "#client/ui/text-link.tsx";

/** `/admin/dashboard`, also `/admin` and `/admin-dashboard`: pending decisions first, then statistics. */
export function AdminDashboardPage() {
  return (
    <AdminFrame title={t("shell.adminPortal")} hint={t("admin.dashboardHint")}>
      {(dashboard, user) => (
        <>
          <Decisions dashboard={dashboard} user={user} />
          <Counts counts={dashboard.counts} />
          <SiteActivitySection />
          {user.isAdmin && <BackupStatus backup={dashboard.backup} />}
        </>
      )}
    </AdminFrame>
  );
}

/** Lists that contain something to do. */
function listWaitingTasks(dashboard: AdminDashboard, { isAdmin }: User) {
  const { reviews, corrections, reports, messages, failedJobs, wrongCounts, failedEmails } = dashboard;
  return [
    { n: reviews, to: "/admin/books?state=in-review", text: t("admin.reviews", { n: reviews }) },
    { n: reports, to: "/admin/reports", text: t("admin.openReports", { n: reports }) },
    { n: corrections, to: "/admin/corrections", text: t("admin.openCorrections", { n: corrections }) },
    { n: messages, to: "/admin/messages", text: t("admin.openMessages", { n: messages }) },
    { n: isAdmin ? failedJobs : 0, to: "/admin/jobs", text: t("admin.failedJobs", { n: failedJobs }) },
    { n: isAdmin ? wrongCounts : 0, to: "/admin/jobs", text: t("admin.wrongCounts", { n: wrongCounts }) },
    {
      n: isAdmin ? failedEmails : 0,
      to: "/admin/outbox?status=failed",
      text: t("admin.failedEmails", { n: failedEmails }),
    },
  ].filter(({ n }) => n > 0);
}

function Decisions({ dashboard, user }: { readonly dashboard: AdminDashboard; readonly user: User }) {
  const { applications, items, itemCount } = dashboard;
  const tasks = listWaitingTasks(dashboard, user);
  if (applications === 0 && items.length === 0 && tasks.length === 0) {
    return (
      <Section title={t("admin.decisions")}>
        <EmptyState title={t("admin.noDecisions")} hint={t("admin.noDecisionsHint")} />
      </Section>
    );
  }
  return (
    <>
      {tasks.length > 0 && (
        <Section title={t("admin.decisions")}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {tasks.map(({ to, text }) => (
              <li key={to} className="rounded-card border border-line bg-surface p-4">
                <TextLink to={to}>{text}</TextLink>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {applications > 0 && (
        <Section title={t("admin.applications", { n: applications })}>
          <Applications />
        </Section>
      )}
      {items.length > 0 && (
        <Section title={t("admin.books", { n: itemCount })}>
          <AttentionList items={items} itemCount={itemCount} />
        </Section>
      )}
    </>
  );
}

function BackupStatus({ backup }: Pick<AdminDashboard, "backup">) {
  const text = !backup
    ? t("admin.noBackup")
    : backup.error
      ? t("admin.backupFailed", { when: formatRelativeTime(backup.startedAt), error: backup.error })
      : t("admin.backupDone", {
          when: formatRelativeTime(backup.startedAt),
          size: backup.bytes === null ? "…" : formatBytes(backup.bytes),
        });
  return (
    <Section title={t("admin.backup")}>
      <p className={backup?.error ? "text-destructive" : "text-muted"}>{text}</p>
    </Section>
  );
}

function Counts({ counts }: Pick<AdminDashboard, "counts">) {
  const stats = [
    ["admin.countBooks", "books"],
    ["admin.countAccounts", "accounts"],
    ["admin.countAuthors", "authors"],
    ["admin.countRecordings", "recordings"],
  ] as const;
  return (
    <Section title={t("admin.overview")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {stats.map(([key, name]) => (
          <div key={key} className="flex flex-col-reverse rounded-card border border-line bg-surface p-4">
            <dt className="text-muted text-small">{t(key)}</dt>
            <dd className="font-semibold font-title text-h2 tabular-nums">{formatCount(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
