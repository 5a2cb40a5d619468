CREATE TABLE "alignments" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"chapters" jsonb,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text,
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
CREATE TABLE "sync_anchors" (
	"book_id" uuid NOT NULL,
	"sentence" text NOT NULL,
	"chapter_number" integer NOT NULL,
	"at" double precision NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sync_anchors_book_id_sentence_pk" PRIMARY KEY("book_id","sentence")
);
--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "level" text DEFAULT 'sentence' NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "confidence" double precision DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "guesses" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "doubtful" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "first_sentence" text;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD COLUMN "last_sentence" text;--> statement-breakpoint
ALTER TABLE "alignments" ADD CONSTRAINT "alignments_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_anchors" ADD CONSTRAINT "sync_anchors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_anchors" ADD CONSTRAINT "sync_anchors_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
UPDATE "sync_maps" SET "first_sentence" = "sentences" -> 0 ->> 0, "last_sentence" = "sentences" -> -1 ->> 0;
