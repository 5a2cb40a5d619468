CREATE TABLE "prayer_pushes" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"prayer" text NOT NULL,
	"minutes" smallint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_silent" boolean NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"reached" smallint DEFAULT 0 NOT NULL,
	"missed" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "prayer_pushes_user_id_day_prayer_minutes_pk" PRIMARY KEY("user_id","day","prayer","minutes")
);
--> statement-breakpoint
CREATE TABLE "prayer_setups" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"setup" jsonb NOT NULL,
	"times_key" text NOT NULL,
	"planned_until" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"session_hash" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"calls_to_prayer" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_succeeded_at" timestamp with time zone,
	"last_fault" text,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"topic" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"fault" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "notification_settings" ADD COLUMN "push" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "prayer_pushes" ADD CONSTRAINT "prayer_pushes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_setups" ADD CONSTRAINT "prayer_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prayer_pushes_due" ON "prayer_pushes" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "prayer_setups_to_plan" ON "prayer_setups" USING btree ("planned_until","times_key");--> statement-breakpoint
CREATE INDEX "push_devices_user_id_index" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_devices_session_hash_index" ON "push_devices" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "push_messages_device_id_index" ON "push_messages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_messages_created_at_index" ON "push_messages" USING btree ("created_at");
--> statement-breakpoint
-- Room on each page, so that a row that is claimed and settled stays on its own.
ALTER TABLE "prayer_pushes" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "push_devices" SET (fillfactor = 85);--> statement-breakpoint
-- However the last device that is called goes, the place goes with it. The lock puts two that go at once in a row.
CREATE FUNCTION forget_prayer_place() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM prayer_setups WHERE user_id = OLD.user_id FOR UPDATE;
  IF FOUND THEN
    DELETE FROM prayer_setups s WHERE s.user_id = OLD.user_id AND NOT EXISTS (
      SELECT 1 FROM push_devices d WHERE d.user_id = s.user_id AND d.is_on AND d.calls_to_prayer
    );
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER push_devices_gone AFTER DELETE ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.calls_to_prayer) EXECUTE FUNCTION forget_prayer_place();--> statement-breakpoint
CREATE TRIGGER push_devices_silenced AFTER UPDATE OF is_on, calls_to_prayer, user_id ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.calls_to_prayer) EXECUTE FUNCTION forget_prayer_place();--> statement-breakpoint
-- What is due goes too; of what was sent there stays that it was, without a time by which the place could be reckoned.
CREATE FUNCTION forget_prayer_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prayer_pushes WHERE user_id = OLD.user_id AND state IN ('due', 'dropped');
  UPDATE prayer_pushes SET due_at = day::timestamp AT TIME ZONE 'UTC' WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER prayer_setups_gone AFTER DELETE ON prayer_setups
  FOR EACH ROW EXECUTE FUNCTION forget_prayer_times();
