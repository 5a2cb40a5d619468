import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { NameManager } from "#client/features/staff/name-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/manage-genres` */
export function ManageGenresPage() {
  return (
    <AdminFrame title={t("admin.manageGenres")}>
      {(_dashboard, user) => <NameManager kind="genre" actor={user} />}
    </AdminFrame>
  );
}
