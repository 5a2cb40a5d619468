CREATE TABLE "narration_parts" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"basis" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"seconds" double precision NOT NULL,
	"heard" jsonb NOT NULL,
	CONSTRAINT "narration_parts_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "narration_wishes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"allows" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "narrations" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"chapters_done" integer DEFAULT 0 NOT NULL,
	"chapter_count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"about" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
DROP INDEX "books_to_hear";--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "has_ai_voice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "allows_narration" boolean;--> statement-breakpoint
ALTER TABLE "narration_parts" ADD CONSTRAINT "narration_parts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_wishes" ADD CONSTRAINT "narration_wishes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narrations" ADD CONSTRAINT "narrations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_to_hear" ON "books" USING btree ("created_at","id") WHERE state = 'published' and has_audiobook and not has_ai_voice;