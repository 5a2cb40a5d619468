-- The leaderboard periods that a reading day counts in.
CREATE OR REPLACE FUNCTION activity_periods(day date) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(day, 'YYYY'), to_char(day, 'YYYY-MM')]
$$;

-- Applies changes of reading days to the period totals, once per statement.
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

CREATE OR REPLACE TRIGGER reading_days_totals_insert AFTER INSERT ON reading_days REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();

CREATE OR REPLACE TRIGGER reading_days_totals_update AFTER UPDATE ON reading_days REFERENCING OLD TABLE AS old_days NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();

CREATE OR REPLACE TRIGGER reading_days_totals_delete AFTER DELETE ON reading_days REFERENCING OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();

-- The most days in a row of a period; one missed day does not end a streak.
CREATE OR REPLACE FUNCTION longest_streak(reader uuid, of_period text) RETURNS bigint LANGUAGE sql STABLE AS $$
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

-- Recomputes the streaks of periods in which a day began or ceased to count, once per statement.
CREATE OR REPLACE FUNCTION maintain_streaks() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE OR REPLACE TRIGGER reading_days_streaks_insert AFTER INSERT ON reading_days REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();

CREATE OR REPLACE TRIGGER reading_days_streaks_update AFTER UPDATE ON reading_days REFERENCING OLD TABLE AS old_days NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();

CREATE OR REPLACE TRIGGER reading_days_streaks_delete AFTER DELETE ON reading_days REFERENCING OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_streaks();
