ALTER TABLE "audio_files" ADD COLUMN "measurement" jsonb;--> statement-breakpoint
ALTER TABLE "ebooks" ADD COLUMN "broken_links" jsonb;