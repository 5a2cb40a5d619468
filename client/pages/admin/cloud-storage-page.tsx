import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { StorageReportView } from "#client/features/staff/storage-report.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/cloud-storage` */
export function CloudStoragePage() {
  return (
    <AdminFrame title={t("admin.cloudStorage")} isAdminOnly>
      {() => <StorageReportView />}
    </AdminFrame>
  );
}
