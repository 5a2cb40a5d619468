CREATE TABLE "verified_quotes" (
	"book_id" uuid NOT NULL,
	"version" text NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "verified_quotes_book_id_digest_version_pk" PRIMARY KEY("book_id","digest","version")
);
--> statement-breakpoint
ALTER TABLE "verified_quotes" ADD CONSTRAINT "verified_quotes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;