import { BookId } from "#shared/books/book.ts";
import { useRouteParam } from "#client/lib/hooks/route-params.ts";
import { ReaderScreen } from "./reader-screen.tsx";

/** `/seamless-reader/:id`: the reader with a synchronized player. */
export function SeamlessPage() {
  const bookId = useRouteParam("id", BookId);
  return <ReaderScreen key={bookId} bookId={bookId} showsPlayer />;
}
