import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { AuditList } from "#client/features/staff/audit-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/audit-log` */
export function AuditPage() {
  return (
    <AdminFrame title={t("admin.audit")} isAdminOnly>
      {() => <AuditList />}
    </AdminFrame>
  );
}
