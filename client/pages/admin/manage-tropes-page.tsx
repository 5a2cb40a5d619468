import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { NameManager } from "#client/features/staff/name-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/manage-tropes` */
export function ManageTropesPage() {
  return (
    <AdminFrame title={t("admin.manageTropes")}>
      {(_dashboard, user) => <NameManager kind="trope" actor={user} />}
    </AdminFrame>
  );
}
