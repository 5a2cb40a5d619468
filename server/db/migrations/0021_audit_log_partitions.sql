CREATE SCHEMA IF NOT EXISTS "partitions";--> statement-breakpoint
-- Locks the table before its sequence, as inserts do.
ALTER TABLE "audit_log" DROP CONSTRAINT "audit_log_pkey", ADD CONSTRAINT "audit_log_id_at_pk" PRIMARY KEY USING INDEX "audit_log_id_at_pk";--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" OWNED BY NONE;--> statement-breakpoint
ALTER TABLE "audit_log" SET SCHEMA "partitions";--> statement-breakpoint
CREATE TABLE "audit_log" (LIKE "partitions"."audit_log" INCLUDING DEFAULTS) PARTITION BY RANGE ("at");--> statement-breakpoint
ALTER SEQUENCE "audit_log_id_seq" OWNED BY "audit_log"."id";--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_id_at_pk" PRIMARY KEY ("id","at");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_id_index" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_id_index" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_target_index" ON "audit_log" USING btree ("target");--> statement-breakpoint
-- The check constraint proves the bounds, so that no row is read.
DO $$
DECLARE
  before text := (SELECT substring(pg_get_constraintdef(oid) FROM '''(.*?)''') FROM pg_constraint
    WHERE conrelid = 'partitions.audit_log'::regclass AND conname = 'audit_log_before');
BEGIN
  EXECUTE format('ALTER TABLE audit_log ATTACH PARTITION partitions.audit_log FOR VALUES FROM (MINVALUE) TO (%L)', before);
  -- In a new database it is created after the migrations.
  IF to_regproc('refuse_audit_change') IS NOT NULL THEN
    CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  END IF;
END $$;--> statement-breakpoint
ALTER TABLE "partitions"."audit_log" DROP CONSTRAINT "audit_log_before";--> statement-breakpoint
CREATE TABLE "partitions"."audit_log_default" PARTITION OF "audit_log" DEFAULT;
