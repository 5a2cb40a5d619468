-- Deletes the prayer profile with its location when the last device with prayer alerts is removed or disabled.
-- The row lock serializes two devices removed at once.
CREATE OR REPLACE FUNCTION delete_prayer_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM prayer_profiles WHERE user_id = OLD.user_id FOR UPDATE;
  IF FOUND THEN
    DELETE FROM prayer_profiles s WHERE s.user_id = OLD.user_id AND NOT EXISTS (
      SELECT 1 FROM push_devices d WHERE d.user_id = s.user_id AND d.is_on AND d.prayer_alerts
    );
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER push_devices_deleted AFTER DELETE ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.prayer_alerts) EXECUTE FUNCTION delete_prayer_profile();

CREATE OR REPLACE TRIGGER push_devices_disabled AFTER UPDATE OF is_on, prayer_alerts, user_id ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.prayer_alerts) EXECUTE FUNCTION delete_prayer_profile();

-- Deletes due notifications. Ended ones stay, without the time of day from which a location could be computed.
CREATE OR REPLACE FUNCTION delete_prayer_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prayer_notifications WHERE user_id = OLD.user_id AND state = 'due';
  UPDATE prayer_notifications SET due_at = day::timestamp AT TIME ZONE 'UTC' WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER prayer_profiles_deleted AFTER DELETE ON prayer_profiles
  FOR EACH ROW EXECUTE FUNCTION delete_prayer_notifications();
