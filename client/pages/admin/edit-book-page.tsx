import { useParams } from "react-router-dom";
import { BookId } from "#shared/books/book.ts";
import { AdminFrame } from "#client/features/admin/admin-frame.tsx";
import { renderStats } from "#client/features/author-stats/render-stats.tsx";
import { GlossaryEditor } from "#client/features/dictionary/glossary-editor.tsx";
import { BookEditor } from "#client/features/publishing/book-editor.tsx";
import { RevisionUpload } from "#client/features/uploads/revision-upload.tsx";
import { PageNotFoundError } from "#client/lib/hooks/route-params.ts";
import { t } from "#client/lib/i18n/i18n.ts";

/** `/admin/books/:id/edit` */
export function EditBookPage() {
  const bookId = BookId.safeParse(useParams()["id"]).data;
  if (!bookId) throw new PageNotFoundError();
  return (
    <AdminFrame title={t("admin.editBook")}>
      {(_dashboard, user) => (
        <BookEditor
          key={bookId}
          bookId={bookId}
          user={user}
          pathAfterDelete="/admin/books"
          getEditPath={(id) => `/admin/books/${id}/edit`}
          renderStats={renderStats}
          renderGlossary={({ id }) => <GlossaryEditor bookId={id} />}
          renderNewFiles={({ id, fields }) => (
            <RevisionUpload bookId={id} title={fields.title} userId={user.id} />
          )}
        />
      )}
    </AdminFrame>
  );
}
