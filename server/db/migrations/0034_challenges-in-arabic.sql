ALTER TABLE "challenges" ADD COLUMN "title_arabic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "description_arabic" text DEFAULT '' NOT NULL;