import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

/** A moment. */
export const timestampColumn = () => timestamp({ withTimezone: true });

/** Compared byte by byte, so that an index finds what begins with some letters whatever the database's language. */
export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** Folded words and skeletons to search by, written when a book is indexed. */
export const searchVector = () => tsvector().notNull().default(sql`''::tsvector`);
