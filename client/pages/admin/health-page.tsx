import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { HealthReportView } from "#client/features/staff/health-report.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/health` */
export function HealthPage() {
  return (
    <AdminFrame title={t("admin.health")} isAdminOnly>
      {() => <HealthReportView />}
    </AdminFrame>
  );
}
