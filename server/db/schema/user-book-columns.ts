import { userIdColumn } from "./accounts.ts";
import { bookIdColumn } from "./books.ts";

export const userBookColumns = () => ({ userId: userIdColumn(), bookId: bookIdColumn() });
