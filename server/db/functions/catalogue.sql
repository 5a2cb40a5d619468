-- Maintains the number of published books, once per statement.
-- Each connection counts in its own row, so writers do not wait for each other.
CREATE OR REPLACE FUNCTION maintain_book_count() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    change := change + (SELECT count(*) FROM new_books WHERE state = 'published');
  END IF;
  IF TG_OP <> 'INSERT' THEN
    change := change - (SELECT count(*) FROM old_books WHERE state = 'published');
  END IF;
  IF change <> 0 THEN
    INSERT INTO exact_counts AS k (name, slot, count) VALUES ('books.published', pg_backend_pid(), change)
    ON CONFLICT (name, slot) DO UPDATE SET count = k.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER books_count_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();

CREATE OR REPLACE TRIGGER books_count_update AFTER UPDATE ON books REFERENCING OLD TABLE AS old_books NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();

CREATE OR REPLACE TRIGGER books_count_delete AFTER DELETE ON books REFERENCING OLD TABLE AS old_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();

CREATE OR REPLACE FUNCTION reset_book_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM exact_counts WHERE name = 'books.published';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER books_count_truncate AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION reset_book_count();

-- Queues the words of new or changed books that the search dictionary lacks. The queue has no unique index, so inserts do not wait.
-- Statements with more than 100 books leave it to the nightly job.
CREATE OR REPLACE FUNCTION enqueue_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM new_books LIMIT 101) few) > 100 THEN
    RETURN NULL;
  END IF;
  INSERT INTO pending_search_words (word)
  SELECT DISTINCT l.lexeme COLLATE "C" FROM new_books n CROSS JOIN LATERAL unnest(n.search_vector) l
  WHERE n.state IN ('published', 'scheduled') AND l.weights && '{A,B,D}'
    AND NOT EXISTS (SELECT FROM search_words w WHERE w.word = l.lexeme COLLATE "C");
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER books_words_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_search_words();

CREATE OR REPLACE TRIGGER books_words_update AFTER UPDATE ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_search_words();

-- Deleting an account deletes its reviews too: recompute the ratings of those books.
CREATE OR REPLACE FUNCTION recompute_ratings_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    rating_count = (SELECT count(*) FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden),
    average_rating = (SELECT avg(r.half_stars) / 2.0 FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden)
  WHERE id IN (SELECT book_id FROM old_reviews) AND kind <> 'scripture';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER reviews_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION recompute_ratings_of_removed();

-- Tells every process that cached replies about the catalogue are out of date, and the writing connection that it wrote.
CREATE OR REPLACE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maktaba', '{"topic":"all:catalogue-changed","given":""}');
  RAISE NOTICE 'catalogue changed';
  RETURN NULL;
END $$;

DO $$
DECLARE
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY['books', 'series', 'contributors', 'book_contributors', 'genres', 'book_genres',
    'tropes', 'book_tropes', 'chapters', 'audio_files', 'book_redirects', 'search_words']
  LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed()', changed);
  END LOOP;
END $$;
