import { Upload } from "lucide-react";
import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { BulkEditHistory } from "#client/features/publishing/bulk-edits/bulk-edit-history.tsx";
import { CsvMenu } from "#client/features/publishing/bulk-edits/csv-menu.tsx";
import { PublishingList } from "#client/features/publishing/publishing-list.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { EmptyState } from "#client/ui/feedback/query-state.tsx";
import { ButtonLink } from "#client/ui/forms/button.tsx";

/** `/admin/books`: all books of the catalogue. */
export function AdminBooksPage() {
  return (
    <AdminFrame title={t("admin.manageBooks")}>
      {() => (
        <>
          <BulkEditHistory />
          <PublishingList
            scope="all"
            actions={<CsvMenu />}
            getEditPath={(id) => `/admin/books/${id}/edit`}
            empty={
              <EmptyState
                title={t("publishing.noBooks")}
                action={
                  <ButtonLink to="/admin/upload-book" icon={<Upload aria-hidden />}>
                    {t("admin.uploadBook")}
                  </ButtonLink>
                }
              />
            }
          />
        </>
      )}
    </AdminFrame>
  );
}
