import type { PublishingBook } from "#shared/publishing/contract.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Section } from "#client/ui/section.tsx";
import { BookFiguresSection } from "./book-figures.tsx";

/** The figures of a book that has readers. */
export function renderFigures({ id, state }: PublishingBook) {
  if (state !== "published" && state !== "hidden") return null;
  return (
    <Section title={t("figures.title")}>
      <BookFiguresSection bookId={id} />
    </Section>
  );
}
