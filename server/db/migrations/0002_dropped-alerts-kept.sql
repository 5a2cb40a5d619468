-- Deletes due notifications. Ended ones stay, without the time of day from which a location could be computed.
CREATE OR REPLACE FUNCTION delete_prayer_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prayer_notifications WHERE user_id = OLD.user_id AND state = 'due';
  UPDATE prayer_notifications SET due_at = day::timestamp AT TIME ZONE 'UTC' WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;
