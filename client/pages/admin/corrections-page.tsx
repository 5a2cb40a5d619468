import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { CorrectionList } from "#client/features/corrections/correction-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/corrections` */
export function CorrectionsPage() {
  return (
    <AdminFrame title={t("corrections.title")} hint={t("corrections.hint")}>
      {() => <CorrectionList getEditPath={(id) => `/admin/books/${id}/edit`} />}
    </AdminFrame>
  );
}
