DROP INDEX CONCURRENTLY IF EXISTS "bulk_edit_books_open";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "bulk_edit_books_open" ON "bulk_edit_books" USING btree ("bulk_id","book_id") WHERE not is_done;
