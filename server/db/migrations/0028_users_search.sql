DROP INDEX CONCURRENTLY IF EXISTS "users_search";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_search" ON "users" USING gin (lower("first_name" || ' ' || "last_name" || ' ' || "username" || ' ' || "email") gin_trgm_ops);--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_authors";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_authors" ON "users" USING btree ("created_at","id") WHERE is_author;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_staff";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_staff" ON "users" USING btree ("created_at","id") WHERE is_employee or is_admin;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_suspended";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_suspended" ON "users" USING btree ("created_at","id") WHERE suspended_until is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "users_unverified";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "users_unverified" ON "users" USING btree ("created_at","id") WHERE email_verified_at is null;
