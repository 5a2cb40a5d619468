import type { AdminDashboard } from "#shared/admin/contract.ts";
import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { Applications } from "#client/features/admin/applications.tsx";
import { AttentionList } from "#client/features/admin/attention-list.tsx";
import { count } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { Section } from "#client/ui/section.tsx";

/** `/admin/dashboard`, also `/admin` and `/admin-dashboard`: pending decisions first, then figures. */
export function AdminDashboardPage() {
  return (
    <AdminFrame title={t("shell.adminPortal")} hint={t("admin.dashboardHint")}>
      {(desk) => (
        <>
          <Decisions desk={desk} />
          <Counts counts={desk.counts} />
        </>
      )}
    </AdminFrame>
  );
}

function Decisions({ desk }: { readonly desk: AdminDashboard }) {
  const { applications, items, itemCount } = desk;
  if (applications === 0 && items.length === 0) {
    return (
      <Section title={t("admin.decisions")}>
        <EmptyState title={t("admin.nothingWaits")} hint={t("admin.nothingWaitsHint")} />
      </Section>
    );
  }
  return (
    <>
      {applications > 0 && (
        <Section title={t("admin.applications", { n: applications })}>
          <Applications count={applications} />
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

function Counts({ counts }: Pick<AdminDashboard, "counts">) {
  const input = [
    ["admin.countBooks", "books"],
    ["admin.countAccounts", "accounts"],
    ["admin.countAuthors", "authors"],
    ["admin.countRecordings", "recordings"],
  ] as const;
  return (
    <Section title={t("admin.whatThereIs")}>
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {input.map(([text, name]) => (
          <div key={text} className="flex flex-col-reverse rounded-card border border-line bg-surface p-4">
            <dt className="text-muted text-small">{t(text)}</dt>
            <dd className="font-semibold font-title text-h2 tabular-nums">{count(counts[name])}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
