import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { BookStatsSection } from "./book-stats.tsx";

/** The statistics of a book that has readers. */
export function renderStats({ id, state }: PublishingBook) {
  if (state !== "published" && state !== "hidden") return null;
  return (
    <Section title={t("authorStats.title")}>
      <BookStatsSection bookId={id} />
    </Section>
  );
}
