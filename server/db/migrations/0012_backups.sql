CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"file_name" text NOT NULL,
	"bytes" bigint,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("started_at");