import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { BookUpload } from "#client/features/uploads/book-upload.tsx";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/upload-book`: staff upload books of the site itself. */
export function AdminUploadBookPage() {
  return (
    <AdminFrame title={t("upload.title")} hint={t("upload.siteHint")}>
      {(_dashboard, user) => <BookUpload userId={user.id} isForSite />}
    </AdminFrame>
  );
}
