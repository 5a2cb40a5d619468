import type { BookId } from "#shared/books/book.ts";
import { WishPanel } from "#client/features/ai-narration/consent-panel.tsx";
import { NarrationPanel } from "#client/features/ai-narration/narration-panel.tsx";
import { useNarration } from "#client/features/ai-narration/use-narration.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { ForWhoTends, TendedPage, type TendedTexts } from "./owner-only-page.tsx";

const texts: TendedTexts = {
  title: "narration.title",
  hint: "narration.hint",
  failed: "narration.failed",
  notYours: "narration.notYours",
  back: "narration.back",
};

/** `/book/:id/narration`, for a book's author and employees. */
export function NarrationPage() {
  return <ForWhoTends texts={texts} of={Narration} />;
}

function Narration({ bookId }: { readonly bookId: BookId }) {
  return (
    <TendedPage bookId={bookId} texts={texts} tending={useNarration(bookId)}>
      {(found) => (
        <>
          <Section title={t("narration.wishTitle")}>
            <WishPanel tending={found} />
          </Section>
          <div className="mt-10">
            <Section title={t("narration.makeTitle")}>
              <NarrationPanel tending={found} />
            </Section>
          </div>
        </>
      )}
    </TendedPage>
  );
}
