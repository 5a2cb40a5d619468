import type { BookId } from "#shared/books/book.ts";
import type { WordPlace } from "#shared/dictionary/vocabulary.ts";

export interface LookUpPanelProps {
  /** The selected text. */
  readonly word: string;
  /** In which it stands. */
  readonly sentence?: string;
  readonly place?: WordPlace;
  /** Of the book, as BCP 47. */
  readonly language?: string;
  readonly bookId?: BookId;
  readonly onClose: () => void;
}
