ALTER TABLE "books" ADD COLUMN "is_demonstration" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "books_in_step" ON "books" USING btree ("is_demonstration" DESC NULLS LAST,"created_at","id") WHERE state = 'published' and is_free and has_sync_map;--> statement-breakpoint
-- Libraries that had the demo books before this show the same one.
UPDATE "books" SET "is_demonstration" = true WHERE "title" = 'Letters from the Road' AND "publisher" = 'Maktaba Demo Press' AND "owner_id" IS NULL;
