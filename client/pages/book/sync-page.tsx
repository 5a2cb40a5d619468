import type { BookId } from "#shared/books/book.ts";
import { AlignmentPanel } from "#client/features/alignment/alignment-panel.tsx";
import { EditableChapterList } from "#client/features/alignment/chapter-list.tsx";
import { useAlignmentEditor } from "#client/features/alignment/use-alignment-editor.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { type EditorTexts, OwnerOnly, OwnerOnlyPage } from "./owner-only-page.tsx";

const texts: EditorTexts = {
  title: "alignment.title",
  hint: "alignment.hint",
  failed: "alignment.failed",
  notOwner: "alignment.ownerOnly",
  back: "alignment.back",
};

/** `/book/:id/sync`, for a book's author and employees. */
export function SyncPage() {
  return <OwnerOnly texts={texts} content={Sync} />;
}

function Sync({ bookId }: { readonly bookId: BookId }) {
  return (
    <OwnerOnlyPage bookId={bookId} texts={texts} editor={useAlignmentEditor(bookId)}>
      {(data) => (
        <>
          <AlignmentPanel editor={data} />
          <div className="mt-10">
            <Section title={t("alignment.chapters")}>
              <EditableChapterList editor={data} />
            </Section>
          </div>
        </>
      )}
    </OwnerOnlyPage>
  );
}
