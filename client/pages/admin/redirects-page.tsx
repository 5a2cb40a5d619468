import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { RedirectManager } from "#client/features/staff/redirect-manager.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/redirects` */
export function RedirectsPage() {
  return <AdminFrame title={t("admin.redirects")}>{() => <RedirectManager />}</AdminFrame>;
}
