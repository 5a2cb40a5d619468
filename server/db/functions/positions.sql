-- Stores position events of any users, all or none, and returns each user's current position in each book named.
-- The current position is the newest event's; an event below 1 % that is not a reset yields to the newest that is neither.
-- It is computed from all stored events, so the order of arrival does not matter.
-- The book is added to the user's library in the same transaction.
CREATE OR REPLACE FUNCTION record_positions(given jsonb, received timestamptz)
RETURNS TABLE (user_id uuid, book_id uuid, locator jsonb, at timestamptz, device text, is_deliberate boolean,
  has_moved boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  added uuid[];
  moved uuid[];
BEGIN
  -- Serializes one user's batches, because each must see all earlier events. Locks are taken in one order.
  PERFORM pg_advisory_xact_lock(r.lock) FROM (
    SELECT DISTINCT hashtextextended(g."userId"::text, 1) AS lock
    FROM jsonb_to_recordset(given) AS g("userId" uuid) ORDER BY 1
  ) r;

  -- An event that is sent again has the same reported time, so that it meets its id in the same partition.
  WITH inserted AS (
    INSERT INTO position_events (id, user_id, book_id, locator, at, device_at, device, is_deliberate, reset, received_at,
      reported_at)
    SELECT g.id, g."userId", g."bookId", g.locator, g.at, g."deviceAt", g.device, g."isDeliberate", g.reset, received,
      coalesce(g."reportedAt", g."deviceAt")
    FROM jsonb_to_recordset(given) AS g(id uuid, "userId" uuid, "bookId" uuid, locator jsonb, at timestamptz,
      "deviceAt" timestamptz, device text, "isDeliberate" boolean, reset boolean, "reportedAt" timestamptz)
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  SELECT coalesce(array_agg(i.id), '{}') INTO added FROM inserted i;

  WITH given_events AS (
    SELECT g.*, g.id = ANY(added) AND (g.locator->>'fraction')::float8 >= 0.01 AS is_sure
    FROM jsonb_to_recordset(given) AS g(id uuid, "userId" uuid, "bookId" uuid, locator jsonb, at timestamptz,
      "deviceAt" timestamptz, device text, "isDeliberate" boolean)
  ), touched AS (
    -- Of each book the newest new event of 1 % or more, or any other one.
    SELECT DISTINCT ON (g."userId", g."bookId") g."userId" AS reader, g."bookId" AS book, g.id, g.locator, g.at, g.device,
      g."isDeliberate" AS is_deliberate, g.is_sure
    FROM given_events g
    ORDER BY g."userId", g."bookId", g.is_sure DESC, g.at DESC, g."deviceAt" DESC, g."isDeliberate" DESC, g.id DESC
  ), now_at AS (
    INSERT INTO current_positions AS c (user_id, book_id, event_id, locator, at, device, is_deliberate)
    SELECT t.reader, t.book, e.id, e.locator, e.at, e.device, e.is_deliberate
    FROM touched t
    LEFT JOIN current_positions p ON p.user_id = t.reader AND p.book_id = t.book
    -- Newer than the current position and 1 % or more: it is the current one, whatever the other events are.
    CROSS JOIN LATERAL (SELECT t.is_sure AND t.at > p.at IS TRUE AS is_current) n
    LEFT JOIN LATERAL (
      SELECT a.id, a.locator, a.at, a.device, a.is_deliberate FROM position_events a
      WHERE NOT n.is_current AND a.user_id = t.reader AND a.book_id = t.book
      ORDER BY a.at DESC, a.device_at DESC, a.is_deliberate DESC, a.id DESC
      LIMIT 1
    ) newest ON true
    LEFT JOIN LATERAL (
      SELECT s.id, s.locator, s.at, s.device, s.is_deliberate FROM position_events s
      WHERE NOT n.is_current AND s.user_id = t.reader AND s.book_id = t.book
        AND (s.reset OR (s.locator->>'fraction')::float8 >= 0.01)
      ORDER BY s.at DESC, s.device_at DESC, s.is_deliberate DESC, s.id DESC
      LIMIT 1
    ) sure ON true
    CROSS JOIN LATERAL (
      SELECT t.id, t.locator, t.at, t.device, t.is_deliberate WHERE n.is_current
      UNION ALL
      SELECT sure.* WHERE (sure.locator->>'fraction')::float8 >= 0.01
      UNION ALL
      SELECT newest.* WHERE newest.id IS NOT NULL AND ((sure.locator->>'fraction')::float8 >= 0.01) IS NOT TRUE
    ) e
    ORDER BY t.reader, t.book
    ON CONFLICT (user_id, book_id) DO UPDATE SET event_id = excluded.event_id, locator = excluded.locator,
      at = excluded.at, device = excluded.device, is_deliberate = excluded.is_deliberate
    WHERE c.event_id <> excluded.event_id
    RETURNING c.user_id, c.book_id, c.event_id, c.at
  ), library AS (
    INSERT INTO library_entries AS l (user_id, book_id, status, added_at, updated_at, started_at)
    SELECT n.user_id, n.book_id, 'currently-reading', received, received, n.at FROM now_at n
    ORDER BY n.user_id, n.book_id
    ON CONFLICT (user_id, book_id) DO UPDATE SET
      status = CASE WHEN l.status IN ('want-to-read', 'paused') AND excluded.started_at >= l.updated_at
        THEN 'currently-reading' ELSE l.status END,
      started_at = coalesce(l.started_at, excluded.started_at),
      updated_at = greatest(l.updated_at, excluded.started_at)
  )
  SELECT coalesce(array_agg(n.event_id), '{}') INTO moved FROM now_at n;

  RETURN QUERY SELECT c.user_id, c.book_id, c.locator, c.at, c.device, c.is_deliberate, c.event_id = ANY(moved)
    FROM (SELECT DISTINCT g."userId" AS reader, g."bookId" AS book
      FROM jsonb_to_recordset(given) AS g("userId" uuid, "bookId" uuid)) t
    JOIN current_positions c ON c.user_id = t.reader AND c.book_id = t.book
    ORDER BY c.at DESC, c.book_id;
END $$;
