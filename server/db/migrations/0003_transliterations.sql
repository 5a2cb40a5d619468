ALTER TABLE "book_contributors" ADD COLUMN "credited_name" text;--> statement-breakpoint
ALTER TABLE "contributors" ADD COLUMN "transliteration_key" text;--> statement-breakpoint
ALTER TABLE "search_words" ADD COLUMN "transliteration_key" text;--> statement-breakpoint
CREATE INDEX "contributors_transliterations" ON "contributors" USING btree ("transliteration_key");--> statement-breakpoint
CREATE INDEX "search_words_transliterations" ON "search_words" USING btree ("transliteration_key","book_count" DESC NULLS LAST) WHERE transliteration_key <> '';--> statement-breakpoint
CREATE INDEX "search_words_without_key" ON "search_words" USING btree ("word") WHERE transliteration_key is null;--> statement-breakpoint
-- Announced books are searched too.
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
