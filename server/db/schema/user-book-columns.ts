import { ofUser } from "./accounts.ts";
import { ofBook } from "./books.ts";

export const userBookColumns = () => ({ userId: ofUser(), bookId: ofBook() });
