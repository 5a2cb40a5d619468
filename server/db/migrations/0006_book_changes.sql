CREATE TABLE "book_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"source" text DEFAULT 'hand' NOT NULL,
	"bulk_id" uuid,
	"actor_id" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "state_changed_by" uuid;--> statement-breakpoint
ALTER TABLE "books" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "book_changes" ADD CONSTRAINT "book_changes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_changes" ADD CONSTRAINT "book_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_changes_newest" ON "book_changes" USING btree ("book_id","id");--> statement-breakpoint
CREATE INDEX "book_changes_bulk" ON "book_changes" USING btree ("bulk_id") WHERE bulk_id is not null;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_state_changed_by_users_id_fk" FOREIGN KEY ("state_changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;