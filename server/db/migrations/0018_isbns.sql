ALTER TABLE "books" ADD COLUMN "isbns" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "books_isbns" ON "books" USING gin ("isbns");--> statement-breakpoint
-- Of the books that are there already, as far as their EPUB is identified by one.
UPDATE "books" SET "isbns" = ARRAY[found."isbn"] FROM (
  SELECT "book_id", CASE WHEN length("digits") = 13 THEN "digits" ELSE '978' || left("digits", 9) || (10 - (
      SELECT sum(substr('978' || "digits", n, 1)::integer * CASE WHEN n % 2 = 0 THEN 3 ELSE 1 END) FROM generate_series(1, 12) n
    ) % 10) % 10 END AS "isbn"
  FROM (
    SELECT "book_id", upper(regexp_replace(regexp_replace("identifier", '^(urn:)?isbn:?', '', 'i'), '[\s-]', '', 'g')) AS "digits"
    FROM "ebooks"
  ) bare
  WHERE "digits" ~ '^(97[89][0-9]{10}|[0-9]{9}[0-9X])$'
) found WHERE found."book_id" = "books"."id";
