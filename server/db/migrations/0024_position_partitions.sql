-- Shorter than the time after which a deadlock is found: this gives up, and no statement of a reader.
SET LOCAL lock_timeout = '500ms';--> statement-breakpoint
-- In the order in which deleting an account or a book locks them.
LOCK TABLE "users", "books" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
ALTER TABLE "position_events" SET SCHEMA "partitions";--> statement-breakpoint
CREATE TABLE "position_events" (LIKE "partitions"."position_events" INCLUDING DEFAULTS) PARTITION BY RANGE ("reported_at");--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "position_events_newest" ON "position_events" USING btree ("user_id","book_id","at" desc,"device_at" desc,"is_deliberate" desc,"id" desc);--> statement-breakpoint
-- The check constraint proves the bounds, so that no row is read.
DO $$
DECLARE
  before text := (SELECT substring(pg_get_constraintdef(oid) FROM '''(.*?)''') FROM pg_constraint
    WHERE conrelid = 'partitions.position_events'::regclass AND conname = 'position_events_before');
BEGIN
  EXECUTE format('ALTER TABLE position_events ATTACH PARTITION partitions.position_events FOR VALUES FROM (MINVALUE) TO (%L)', before);
END $$;--> statement-breakpoint
ALTER TABLE "partitions"."position_events" DROP CONSTRAINT "position_events_before";--> statement-breakpoint
CREATE TABLE "partitions"."position_events_default" PARTITION OF "position_events" (PRIMARY KEY ("user_id","id")) DEFAULT;
