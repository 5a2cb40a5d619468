ALTER TABLE "contributors" ADD COLUMN "links" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "contributors" ADD COLUMN "shows_picture" boolean DEFAULT false NOT NULL;