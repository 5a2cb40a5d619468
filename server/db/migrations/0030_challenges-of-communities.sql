CREATE TABLE "challenge_books" (
	"challenge_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	CONSTRAINT "challenge_books_challenge_id_book_id_pk" PRIMARY KEY("challenge_id","book_id")
);
--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "community_id" uuid;--> statement-breakpoint
ALTER TABLE "challenge_books" ADD CONSTRAINT "challenge_books_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_books" ADD CONSTRAINT "challenge_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenge_books_book_id_index" ON "challenge_books" USING btree ("book_id");--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenges_of_community" ON "challenges" USING btree ("community_id","ends_at");--> statement-breakpoint
-- The most days in a row of a period; one missed day does not end a streak.
CREATE FUNCTION longest_streak(reader uuid, of_period text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(max(days), 0) FROM (
    SELECT count(*) AS days FROM (
      SELECT sum(begins) OVER (ORDER BY day) AS run FROM (
        SELECT day, coalesce((day - lag(day) OVER (ORDER BY day) > 2)::int, 0) AS begins FROM (
          SELECT DISTINCT day FROM reading_days
          WHERE user_id = reader AND public_ms > 0 AND of_period = ANY (activity_periods(day))
        ) counted
      ) marked
    ) numbered GROUP BY run
  ) runs
$$;
--> statement-breakpoint
-- Recomputes the streaks of periods in which a day began or ceased to count, once per statement.
CREATE FUNCTION maintain_streaks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Only updates: the user may be deleted in the same statement.
    UPDATE user_period_totals t SET amount = longest_streak(t.user_id, t.period)
    FROM (
      SELECT DISTINCT o.user_id, p.period FROM old_days o CROSS JOIN LATERAL unnest(activity_periods(o.day)) p(period)
      WHERE o.public_ms > 0
    ) removed
    WHERE t.user_id = removed.user_id AND t.kind = 'streak' AND t.period = removed.period;
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
    SELECT 'streak', p.period, n.user_id, longest_streak(n.user_id, p.period), max(n.changed_at)
    FROM new_days n CROSS JOIN LATERAL unnest(activity_periods(n.day)) p(period)
    WHERE n.public_ms > 0 GROUP BY 2, 3 ORDER BY 3, 2
    ON CONFLICT (user_id, kind, period) DO UPDATE
    SET amount = excluded.amount,
      reached_at = CASE WHEN excluded.amount > t.amount THEN excluded.reached_at ELSE t.reached_at END;
    RETURN NULL;
  END IF;
  INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
  SELECT 'streak', p.period, c.user_id, longest_streak(c.user_id, p.period), max(c.changed_at)
  FROM (
    SELECT user_id, day, max(changed_at) AS changed_at FROM (
      SELECT user_id, day, (public_ms > 0)::int AS counts, changed_at FROM new_days
      UNION ALL
      SELECT user_id, day, -(public_ms > 0)::int, changed_at FROM old_days
    ) d GROUP BY user_id, day HAVING sum(counts) <> 0
  ) c CROSS JOIN LATERAL unnest(activity_periods(c.day)) p(period)
  GROUP BY 2, 3 ORDER BY 3, 2
  ON CONFLICT (user_id, kind, period) DO UPDATE
  SET amount = excluded.amount,
    reached_at = CASE WHEN excluded.amount > t.amount THEN excluded.reached_at ELSE t.reached_at END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reading_days_streaks_insert AFTER INSERT ON reading_days REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();
--> statement-breakpoint
CREATE TRIGGER reading_days_streaks_update AFTER UPDATE ON reading_days REFERENCING OLD TABLE AS old_days NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();
--> statement-breakpoint
CREATE TRIGGER reading_days_streaks_delete AFTER DELETE ON reading_days REFERENCING OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();
--> statement-breakpoint
INSERT INTO user_period_totals (kind, period, user_id, amount, reached_at)
SELECT 'streak', p.period, d.user_id, longest_streak(d.user_id, p.period), max(d.changed_at)
FROM reading_days d CROSS JOIN LATERAL unnest(activity_periods(d.day)) p(period)
WHERE d.public_ms > 0 GROUP BY 2, 3;
