CREATE TABLE "storage_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"reads_content" boolean NOT NULL,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"missing_count" integer DEFAULT 0 NOT NULL,
	"altered" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"altered_count" integer DEFAULT 0 NOT NULL,
	"untracked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"untracked_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "storage_checks_newest" ON "storage_checks" USING btree ("started_at");