import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { GenreManager } from "#client/features/staff/genre-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/manage-genres` */
export function ManageGenresPage() {
  return (
    <AdminFrame title={t("admin.manageGenres")}>
      {(_dashboard, user) => <GenreManager actor={user} />}
    </AdminFrame>
  );
}
