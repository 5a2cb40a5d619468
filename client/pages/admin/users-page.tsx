import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { UserList } from "#client/features/staff/user-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/view-users` */
export function ViewUsersPage() {
  return (
    <AdminFrame title={t("admin.viewUsers")}>{(_dashboard, user) => <UserList actor={user} />}</AdminFrame>
  );
}
