import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { CountChecks } from "#client/features/staff/count-checks.tsx";
import { JobList } from "#client/features/staff/job-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/jobs` */
export function JobsPage() {
  return (
    <AdminFrame title={t("admin.jobs")} isAdminOnly>
      {() => (
        <>
          <JobList />
          <CountChecks />
        </>
      )}
    </AdminFrame>
  );
}
