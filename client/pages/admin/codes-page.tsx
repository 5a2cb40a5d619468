import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { CodeList } from "#client/features/memberships/code-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/membership-codes` */
export function CodesPage() {
  return (
    <AdminFrame title={t("admin.codes")} isAdminOnly>
      {() => <CodeList />}
    </AdminFrame>
  );
}
