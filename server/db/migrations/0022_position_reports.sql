ALTER TABLE "position_events" ADD COLUMN "reported_at" timestamp with time zone DEFAULT to_timestamp(0) NOT NULL;--> statement-breakpoint
-- The first quarter that begins in more than a month; until the functions are replaced, all rows are of 1970.
DO $$
BEGIN
  EXECUTE format('ALTER TABLE position_events ADD CONSTRAINT position_events_before CHECK (reported_at < %L) NOT VALID',
    (date_trunc('quarter', (now() + interval '1 month') AT TIME ZONE 'UTC') + interval '3 months') AT TIME ZONE 'UTC');
END $$;
