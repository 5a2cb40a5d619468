DROP INDEX CONCURRENTLY IF EXISTS "books_search_names";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_search_names" ON "books" USING gin (ts_filter(search_vector, '{a,b,c}')) WITH (gin_pending_list_limit=64);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_featured";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_featured" ON "books" USING btree ("updated_at","id") WHERE is_featured and revision_of is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "books_audio_only";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "books_audio_only" ON "books" USING btree ("updated_at","id") WHERE has_audiobook and not has_ebook and revision_of is null;
