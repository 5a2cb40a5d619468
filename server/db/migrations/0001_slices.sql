CREATE TABLE "author_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"links" jsonb NOT NULL,
	"sample" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "finished_tallies" (
	"period" text NOT NULL,
	"user_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "finished_tallies_user_id_period_pk" PRIMARY KEY("user_id","period")
);
--> statement-breakpoint
CREATE TABLE "release_watches" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_watches_book_id_user_id_pk" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
DROP INDEX "challenges_running";--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finished_tallies" ADD CONSTRAINT "finished_tallies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_watches" ADD CONSTRAINT "release_watches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_watches" ADD CONSTRAINT "release_watches_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "author_applications_one_open" ON "author_applications" USING btree ("user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "author_applications_newest" ON "author_applications" USING btree ("state","applied_at","id");--> statement-breakpoint
CREATE INDEX "author_applications_of_user" ON "author_applications" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE INDEX "finished_tallies_best" ON "finished_tallies" USING btree ("period","count" desc,"reached_at","user_id");--> statement-breakpoint
CREATE INDEX "release_watches_user_id_index" ON "release_watches" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_beginning" ON "challenges" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "library_finished" ON "library_entries" USING btree ("user_id","finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "challenges_running" ON "challenges" USING btree ("ends_at","id");--> statement-breakpoint
-- Which champions' lists a finished book counts in.
CREATE FUNCTION tally_periods(finished timestamptz) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(finished AT TIME ZONE 'UTC', 'YYYY'), to_char(finished AT TIME ZONE 'UTC', 'YYYY-MM')]
$$;
--> statement-breakpoint
CREATE FUNCTION keep_finished_tallied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.finished_at IS NOT NULL THEN
    UPDATE finished_tallies SET count = count - 1
    WHERE user_id = OLD.user_id AND period = ANY (tally_periods(OLD.finished_at));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.finished_at IS NOT NULL THEN
    INSERT INTO finished_tallies AS t (period, user_id, count, reached_at)
    SELECT period, NEW.user_id, 1, NEW.finished_at FROM unnest(tally_periods(NEW.finished_at)) period
    ON CONFLICT (user_id, period) DO UPDATE
    SET count = t.count + 1, reached_at = greatest(t.reached_at, excluded.reached_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER library_finished_insert AFTER INSERT ON library_entries
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION keep_finished_tallied();
--> statement-breakpoint
CREATE TRIGGER library_finished_update AFTER UPDATE ON library_entries
  FOR EACH ROW WHEN (OLD.finished_at IS DISTINCT FROM NEW.finished_at) EXECUTE FUNCTION keep_finished_tallied();
--> statement-breakpoint
CREATE TRIGGER library_finished_delete AFTER DELETE ON library_entries
  FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION keep_finished_tallied();
--> statement-breakpoint
INSERT INTO finished_tallies (period, user_id, count, reached_at)
SELECT period, user_id, count(*), max(finished_at)
FROM library_entries CROSS JOIN LATERAL unnest(tally_periods(finished_at)) period
WHERE finished_at IS NOT NULL GROUP BY period, user_id;
