CREATE TABLE "kept_books" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"status" text,
	"stars" real,
	"finished_on" date,
	"book_id" uuid,
	"kept_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kept_books_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "kept_books" ADD CONSTRAINT "kept_books_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_books" ADD CONSTRAINT "kept_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_books_finished" ON "kept_books" USING btree ("user_id","finished_on") WHERE finished_on is not null;--> statement-breakpoint
CREATE INDEX "kept_books_of_book" ON "kept_books" USING btree ("book_id") WHERE book_id is not null;