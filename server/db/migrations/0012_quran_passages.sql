CREATE TABLE "quran_passages" (
	"book_id" uuid NOT NULL,
	"spine_index" integer NOT NULL,
	"basis" text NOT NULL,
	"passages" jsonb NOT NULL,
	CONSTRAINT "quran_passages_book_id_spine_index_pk" PRIMARY KEY("book_id","spine_index")
);
--> statement-breakpoint
ALTER TABLE "quran_passages" ADD CONSTRAINT "quran_passages_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;