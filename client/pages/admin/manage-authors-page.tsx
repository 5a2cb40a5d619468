import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { ContributorManager } from "#client/features/staff/contributor-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/manage-authors` */
export function ManageAuthorsPage() {
  return <AdminFrame title={t("admin.manageAuthors")}>{() => <ContributorManager />}</AdminFrame>;
}
