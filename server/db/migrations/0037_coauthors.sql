CREATE TABLE "book_coauthors" (
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "book_coauthors_book_id_user_id_pk" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "book_coauthors" ADD CONSTRAINT "book_coauthors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_coauthors" ADD CONSTRAINT "book_coauthors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "book_coauthors_user" ON "book_coauthors" USING btree ("user_id");