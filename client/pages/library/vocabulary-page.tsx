import { SentenceId } from "#shared/positions/position.ts";
import { VocabularyList } from "#client/features/dictionary/vocabulary-list.tsx";
import { getSentenceUrl } from "#client/features/reader/chapter-url.ts";
import { usePageTitle } from "#client/lib/hooks/page-title.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { PageHeader } from "#client/ui/page-header.tsx";

/** `/library/vocabulary`; `?search=` and `?bookId=` select words. */
export function VocabularyPage() {
  usePageTitle(t("dictionary.vocabulary"));
  return (
    <>
      <PageHeader title={t("dictionary.vocabulary")} />
      <VocabularyList
        getPlacePath={(bookId, sentence) => {
          const { data } = SentenceId.safeParse(sentence);
          return data ? getSentenceUrl(bookId, data) : `/book/${bookId}`;
        }}
      />
    </>
  );
}
