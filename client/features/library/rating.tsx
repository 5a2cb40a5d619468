import type { BookId } from "#shared/books/book.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { StarPicker } from "#client/ui/forms/star-picker.tsx";
import { useMyEntry } from "./use-my-entry.ts";

interface RatingProps {
  readonly bookId: BookId;
  readonly title: string;
  /** Null before rating. */
  readonly rating: number | null;
}

export function Rating({ bookId, title, rating }: RatingProps) {
  const { rate } = useMyEntry(bookId);
  return <StarPicker label={t("library.rate", { title })} value={rating} onChange={rate} />;
}
