import { type BookId, isScripture } from "#shared/books/book.ts";
import { ConsentPanel } from "#client/features/ai-narration/consent-panel.tsx";
import { NarrationPanel } from "#client/features/ai-narration/narration-panel.tsx";
import { useNarration } from "#client/features/ai-narration/use-narration.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { type EditorTexts, OwnerOnly, OwnerOnlyPage } from "./owner-only-page.tsx";

const texts: EditorTexts = {
  title: "aiNarration.title",
  hint: "aiNarration.hint",
  failed: "aiNarration.failed",
  notOwner: "aiNarration.ownerOnly",
  back: "aiNarration.back",
};

/** `/book/:id/narration`, for a book's author and employees. */
export function NarrationPage() {
  return <OwnerOnly texts={texts} content={Narration} />;
}

function Narration({ bookId }: { readonly bookId: BookId }) {
  return (
    <OwnerOnlyPage bookId={bookId} texts={texts} editor={useNarration(bookId)}>
      {(data) =>
        isScripture(data) ? (
          <p>{t("aiNarration.scripture")}</p>
        ) : (
          <>
            <Section title={t("aiNarration.consentTitle")}>
              <ConsentPanel editor={data} />
            </Section>
            <div className="mt-10">
              <Section title={t("aiNarration.createTitle")}>
                <NarrationPanel editor={data} />
              </Section>
            </div>
          </>
        )
      }
    </OwnerOnlyPage>
  );
}
