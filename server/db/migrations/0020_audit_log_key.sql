-- Prepares the table to be a partition of itself, while entries are written.
DROP INDEX CONCURRENTLY IF EXISTS "audit_log_id_at_pk";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "audit_log_id_at_pk" ON "audit_log" USING btree ("id","at");--> statement-breakpoint
ALTER TABLE "audit_log" DROP CONSTRAINT IF EXISTS "audit_log_before";--> statement-breakpoint
-- The first quarter that begins in more than a month, after all entries.
DO $$
DECLARE
  before timestamptz := (date_trunc('quarter', greatest(now() + interval '1 month', (SELECT max(at) FROM audit_log))
    AT TIME ZONE 'UTC') + interval '3 months') AT TIME ZONE 'UTC';
BEGIN
  EXECUTE format('ALTER TABLE audit_log ADD CONSTRAINT audit_log_before CHECK (at < %L) NOT VALID', before);
END $$;--> statement-breakpoint
ALTER TABLE "audit_log" VALIDATE CONSTRAINT "audit_log_before";
