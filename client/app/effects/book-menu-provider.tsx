import { useEffect } from "react";
import { BookCardMenu } from "#client/app/book-menu/book-card-menu.tsx";
import { loadMessages } from "#client/lib/i18n/i18n.ts";
import { bookMenu } from "#client/ui/books/book-menu.ts";

/** Gives the book cards their menu while a reader is signed in. */
export function BookMenuProvider() {
  useEffect(() => {
    let isMounted = true;
    void loadMessages("shelves", "offline", "library").then(
      () => isMounted && bookMenu.set(BookCardMenu),
      () => {},
    );
    return () => {
      isMounted = false;
      bookMenu.set(null);
    };
  }, []);
  return null;
}
