CREATE TABLE "prayer_defaults" (
	"country" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"angles" jsonb NOT NULL,
	"madhab" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prayer_recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"is_fajr" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"licence" text NOT NULL,
	"seconds" double precision NOT NULL,
	"position" integer NOT NULL,
	"media_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prayer_recordings_sha256_unique" UNIQUE("sha256")
);
