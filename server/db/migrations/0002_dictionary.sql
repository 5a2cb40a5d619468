CREATE TABLE "glossaries" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"terms" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vocabulary" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"word" text NOT NULL,
	"headword" text DEFAULT '' NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"definition" text DEFAULT '' NOT NULL,
	"sentence" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"folded" text NOT NULL,
	"book_id" uuid,
	"place" jsonb,
	"saved_at" timestamp with time zone NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone,
	CONSTRAINT "vocabulary_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "glossaries" ADD CONSTRAINT "glossaries_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vocabulary" ADD CONSTRAINT "vocabulary_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "vocabulary_latest" ON "vocabulary" USING btree ("user_id","saved_at","id");--> statement-breakpoint
CREATE INDEX "vocabulary_of_book" ON "vocabulary" USING btree ("book_id");