CREATE TABLE "position_archives" (
	"storage_key" text PRIMARY KEY NOT NULL,
	"first_user_id" uuid NOT NULL,
	"last_user_id" uuid NOT NULL,
	"rows" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"archived_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "position_archives_first_user_id_last_user_id_index" ON "position_archives" USING btree ("first_user_id","last_user_id");