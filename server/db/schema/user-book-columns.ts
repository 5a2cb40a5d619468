import { ofUser } from "./accounts.ts";
import { ofBook } from "./books.ts";

/** What is one reader's and about one book, and goes with either. */
export const userBookColumns = () => ({ userId: ofUser(), bookId: ofBook() });
