-- Tells every process that cached replies about the catalogue are out of date, and the writing connection that it wrote.
CREATE FUNCTION notify_catalogue_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('maktaba', '{"topic":"all:catalogue-changed","given":""}');
  RAISE NOTICE 'catalogue changed';
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  changed text;
BEGIN
  FOREACH changed IN ARRAY ARRAY['books', 'series', 'contributors', 'book_contributors', 'genres', 'book_genres',
    'tropes', 'book_tropes', 'chapters', 'audio_files', 'book_redirects', 'search_words', 'spellings']
  LOOP
    EXECUTE format('CREATE TRIGGER catalogue_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON %I
      FOR EACH STATEMENT EXECUTE FUNCTION notify_catalogue_changed()', changed);
  END LOOP;
END $$;
