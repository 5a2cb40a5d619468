DROP INDEX CONCURRENTLY IF EXISTS "users_newest";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_newest" ON "users" USING btree ("created_at","id");
