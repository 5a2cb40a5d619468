import { userIdColumn } from "./accounts/accounts.ts";
import { bookIdColumn } from "./books/books.ts";

export const userBookColumns = () => ({ userId: userIdColumn(), bookId: bookIdColumn() });
