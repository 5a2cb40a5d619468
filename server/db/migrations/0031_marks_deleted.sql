DROP INDEX CONCURRENTLY IF EXISTS "marks_deleted";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "marks_deleted" ON "marks" USING btree ("deletion_changed_at") WHERE is_deleted;
