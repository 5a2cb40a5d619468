import { sql } from "drizzle-orm";
import { bookContributors, contributors } from "./schema/books/contributors.ts";

/** The name of a contributor as the book gives it. */
export const creditedName = sql<string>`coalesce(${bookContributors.creditedName}, ${contributors.name})`;
