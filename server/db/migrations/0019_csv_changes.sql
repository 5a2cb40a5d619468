ALTER TABLE "bulk_edit_books" ADD COLUMN "changes" jsonb;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD COLUMN "csv_fields" jsonb;