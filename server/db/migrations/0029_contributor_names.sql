DROP INDEX CONCURRENTLY IF EXISTS "contributors_names";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contributors_names" ON "contributors" USING gin ("normalized_name" gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "contributors_user_id_index";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "contributors_user_id_index" ON "contributors" USING btree ("user_id");
