CREATE TABLE "champion_exclusions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"excluded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_reach" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"coverage" double precision DEFAULT 0 NOT NULL,
	"text_reach" double precision DEFAULT 0 NOT NULL,
	"audio_reach" double precision DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_reach_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
ALTER TABLE "library_entries" ADD COLUMN "counted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reading_days" ADD COLUMN "public_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_days" ADD COLUMN "public_pages" numeric(12, 3) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_days" ADD COLUMN "public_words" numeric(12, 3) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reading_days" ADD COLUMN "public_chapters" numeric(12, 3) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "champion_exclusions" ADD CONSTRAINT "champion_exclusions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reach" ADD CONSTRAINT "book_reach_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reach" ADD CONSTRAINT "book_reach_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_reach_book_id_index" ON "book_reach" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "library_counted" ON "library_entries" USING btree ("user_id","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "reading_sessions_by_book" ON "reading_sessions" USING btree ("user_id","book_id");--> statement-breakpoint
UPDATE reading_days SET public_ms = measured_ms, public_pages = measured_pages;
--> statement-breakpoint
DELETE FROM finished_book_totals;
--> statement-breakpoint
-- A finished book counts in public once half of it was covered.
CREATE FUNCTION set_counted_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.counted_at := CASE WHEN NEW.finished_at IS NOT NULL AND EXISTS (
    SELECT FROM book_reach r WHERE r.user_id = NEW.user_id AND r.book_id = NEW.book_id AND r.coverage >= 0.5
  ) THEN NEW.finished_at END;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER library_counted_at BEFORE INSERT OR UPDATE ON library_entries
  FOR EACH ROW EXECUTE FUNCTION set_counted_at();
--> statement-breakpoint
CREATE FUNCTION recount_finished_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE library_entries SET counted_at = NULL
  WHERE user_id = NEW.user_id AND book_id = NEW.book_id AND finished_at IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER book_reach_insert AFTER INSERT ON book_reach
  FOR EACH ROW WHEN (NEW.coverage >= 0.5) EXECUTE FUNCTION recount_finished_book();
--> statement-breakpoint
CREATE TRIGGER book_reach_update AFTER UPDATE ON book_reach
  FOR EACH ROW WHEN ((OLD.coverage >= 0.5) <> (NEW.coverage >= 0.5)) EXECUTE FUNCTION recount_finished_book();
--> statement-breakpoint
DROP TRIGGER library_finished_insert ON library_entries;
--> statement-breakpoint
DROP TRIGGER library_finished_update ON library_entries;
--> statement-breakpoint
DROP TRIGGER library_finished_delete ON library_entries;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION maintain_finished_book_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.counted_at IS NOT NULL THEN
    UPDATE finished_book_totals SET count = count - 1
    WHERE user_id = OLD.user_id AND period = ANY (finished_periods(OLD.counted_at));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.counted_at IS NOT NULL THEN
    INSERT INTO finished_book_totals AS t (period, user_id, count, reached_at)
    SELECT period, NEW.user_id, 1, NEW.counted_at FROM unnest(finished_periods(NEW.counted_at)) period
    ON CONFLICT (user_id, period) DO UPDATE
    SET count = t.count + 1, reached_at = greatest(t.reached_at, excluded.reached_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER library_counted_insert AFTER INSERT ON library_entries
  FOR EACH ROW WHEN (NEW.counted_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
CREATE TRIGGER library_counted_update AFTER UPDATE ON library_entries
  FOR EACH ROW WHEN (OLD.counted_at IS DISTINCT FROM NEW.counted_at) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
CREATE TRIGGER library_counted_delete AFTER DELETE ON library_entries
  FOR EACH ROW WHEN (OLD.counted_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
CREATE OR REPLACE FUNCTION maintain_user_period_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Only updates: the user may be deleted in the same statement.
    UPDATE user_period_totals t SET amount = t.amount - removed.amount
    FROM (
      SELECT o.user_id, k.kind, p.period, sum(k.amount) AS amount
      FROM old_days o CROSS JOIN LATERAL unnest(activity_periods(o.day)) p(period)
      CROSS JOIN LATERAL (VALUES ('minutes', o.public_ms::bigint), ('pages', (o.public_pages * 1000)::bigint)) k(kind, amount)
      GROUP BY 1, 2, 3
    ) removed
    WHERE t.user_id = removed.user_id AND t.kind = removed.kind AND t.period = removed.period AND removed.amount <> 0;
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
    SELECT k.kind, p.period, n.user_id, sum(k.amount), max(n.changed_at)
    FROM new_days n CROSS JOIN LATERAL unnest(activity_periods(n.day)) p(period)
    CROSS JOIN LATERAL (VALUES ('minutes', n.public_ms::bigint), ('pages', (n.public_pages * 1000)::bigint)) k(kind, amount)
    GROUP BY 1, 2, 3 HAVING sum(k.amount) > 0 ORDER BY 3, 1, 2
    ON CONFLICT (user_id, kind, period) DO UPDATE
    SET amount = t.amount + excluded.amount, reached_at = greatest(t.reached_at, excluded.reached_at);
    RETURN NULL;
  END IF;
  INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
  SELECT k.kind, p.period, c.user_id, sum(k.amount), max(c.changed_at)
  FROM (
    SELECT user_id, day, public_ms, public_pages, changed_at FROM new_days
    UNION ALL
    SELECT user_id, day, -public_ms, -public_pages, NULL FROM old_days
  ) c CROSS JOIN LATERAL unnest(activity_periods(c.day)) p(period)
  CROSS JOIN LATERAL (VALUES ('minutes', c.public_ms::bigint), ('pages', (c.public_pages * 1000)::bigint)) k(kind, amount)
  GROUP BY 1, 2, 3 HAVING sum(k.amount) <> 0 ORDER BY 3, 1, 2
  ON CONFLICT (user_id, kind, period) DO UPDATE
  SET amount = t.amount + excluded.amount,
    reached_at = CASE WHEN excluded.amount > 0 THEN greatest(t.reached_at, excluded.reached_at) ELSE t.reached_at END;
  RETURN NULL;
END $$;
