CREATE TABLE "book_revisions" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"target_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"has_text" boolean NOT NULL,
	"has_audio" boolean NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"from_version" text DEFAULT '' NOT NULL,
	"to_version" text DEFAULT '' NOT NULL,
	"sentences" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "revision_of" uuid;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "revised_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD COLUMN "revision_of" uuid;--> statement-breakpoint
ALTER TABLE "book_revisions" ADD CONSTRAINT "book_revisions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_revisions" ADD CONSTRAINT "book_revisions_target_id_books_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "book_revisions_number" ON "book_revisions" USING btree ("target_id","number");--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_revision_of_books_id_fk" FOREIGN KEY ("revision_of") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_revision_of_books_id_fk" FOREIGN KEY ("revision_of") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "books_revisions" ON "books" USING btree ("revision_of") WHERE revision_of is not null;