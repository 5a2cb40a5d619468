-- The leaderboard periods that a finished book counts in.
CREATE OR REPLACE FUNCTION finished_periods(finished timestamptz) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(finished AT TIME ZONE 'UTC', 'YYYY'), to_char(finished AT TIME ZONE 'UTC', 'YYYY-MM')]
$$;

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

-- A finished book counts in public once half of it was covered.
CREATE OR REPLACE FUNCTION set_counted_at() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.counted_at := CASE WHEN NEW.finished_at IS NOT NULL AND EXISTS (
    SELECT FROM book_reach r WHERE r.user_id = NEW.user_id AND r.book_id = NEW.book_id AND r.coverage >= 0.5
  ) THEN NEW.finished_at END;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER library_counted_at BEFORE INSERT OR UPDATE ON library_entries
  FOR EACH ROW EXECUTE FUNCTION set_counted_at();

CREATE OR REPLACE FUNCTION recount_finished_book() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE library_entries SET counted_at = NULL
  WHERE user_id = NEW.user_id AND book_id = NEW.book_id AND finished_at IS NOT NULL;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER book_reach_insert AFTER INSERT ON book_reach
  FOR EACH ROW WHEN (NEW.coverage >= 0.5) EXECUTE FUNCTION recount_finished_book();

CREATE OR REPLACE TRIGGER book_reach_update AFTER UPDATE ON book_reach
  FOR EACH ROW WHEN ((OLD.coverage >= 0.5) <> (NEW.coverage >= 0.5)) EXECUTE FUNCTION recount_finished_book();

CREATE OR REPLACE TRIGGER library_counted_insert AFTER INSERT ON library_entries
  FOR EACH ROW WHEN (NEW.counted_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();

CREATE OR REPLACE TRIGGER library_counted_update AFTER UPDATE ON library_entries
  FOR EACH ROW WHEN (OLD.counted_at IS DISTINCT FROM NEW.counted_at) EXECUTE FUNCTION maintain_finished_book_totals();

CREATE OR REPLACE TRIGGER library_counted_delete AFTER DELETE ON library_entries
  FOR EACH ROW WHEN (OLD.counted_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();
