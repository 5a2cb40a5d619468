ALTER TABLE "kobo_books" ADD COLUMN "batch" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "kobo_books" ADD COLUMN "is_removed" boolean DEFAULT false NOT NULL;