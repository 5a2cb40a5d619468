-- Books of a deleted account keep its last consent to AI narration; no answer counts as no.
CREATE OR REPLACE FUNCTION preserve_author_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    is_orphaned = true,
    allows_narration = coalesce(allows_narration, (SELECT allows FROM narration_consents w WHERE w.user_id = OLD.id), false)
  WHERE owner_id = OLD.id;
  RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER users_preserve_consent BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION preserve_author_consent();

CREATE OR REPLACE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'The audit log is append-only.';
END
$$;

CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- The partition that was the whole log before.
DO $$ BEGIN
  IF to_regclass('partitions.audit_log') IS NOT NULL THEN
    CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON partitions.audit_log
      FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  END IF;
END $$;
