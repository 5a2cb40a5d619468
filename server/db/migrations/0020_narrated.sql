DROP INDEX "books_to_hear";--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "is_narrated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "books_to_hear" ON "books" USING btree ("created_at","id") WHERE state = 'published' and has_audiobook and not is_narrated;--> statement-breakpoint
-- Until now a machine's voice was that of a narration alone; the demo library's recordings say in their narrator's name what they are.
UPDATE "books" SET "is_narrated" = true WHERE "has_ai_voice";--> statement-breakpoint
UPDATE "books" SET "has_ai_voice" = true WHERE "has_audiobook" AND "id" IN (
  SELECT "book_id" FROM "book_contributors" JOIN "contributors" ON "contributors"."id" = "contributor_id"
  WHERE "role" = 'narrator' AND "name" LIKE '%, a synthetic voice'
);
