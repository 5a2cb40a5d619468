import { sql } from "drizzle-orm";
import { customType, timestamp } from "drizzle-orm/pg-core";

export const timestampColumn = () => timestamp({ withTimezone: true });

export const plainText = customType<{ data: string }>({ dataType: () => 'text COLLATE "C"' });

const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

export const searchVector = () => tsvector().notNull().default(sql`''::tsvector`);
