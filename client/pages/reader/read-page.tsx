import { BookId } from "#shared/books/book.ts";
import { useRouteParam } from "#client/lib/hooks/route-params.ts";
import { ReaderScreen } from "./reader-screen.tsx";

/** `/read/:id`, `/e-reader/:id` and `/ebook/:id` */
export function ReadPage() {
  const bookId = useRouteParam("id", BookId);
  // The key remounts the reader for each book.
  return <ReaderScreen key={bookId} bookId={bookId} />;
}
