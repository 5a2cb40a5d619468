import { sql } from "drizzle-orm";
import { discussions } from "#server/db/schema/community/communities.ts";
import { currentPositions, positionEvents } from "#server/db/schema/reading/positions.ts";

/** Columns with locators, and those with their book. */
export const locatorColumns = [
  { table: currentPositions, book: sql.identifier("book_id"), locator: sql.identifier("locator") },
  { table: positionEvents, book: sql.identifier("book_id"), locator: sql.identifier("locator") },
  { table: discussions, book: sql.identifier("anchor_book_id"), locator: sql.identifier("anchor") },
] as const;
