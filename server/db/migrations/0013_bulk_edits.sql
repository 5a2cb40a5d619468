CREATE TABLE "bulk_edit_books" (
	"bulk_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"is_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_edit_books_bulk_id_book_id_pk" PRIMARY KEY("bulk_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"changes" jsonb NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_edit_books" ADD CONSTRAINT "bulk_edit_books_bulk_id_bulk_edits_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edit_books" ADD CONSTRAINT "bulk_edit_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_edit_books_book_id_index" ON "bulk_edit_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_newest" ON "bulk_edits" USING btree ("created_at");