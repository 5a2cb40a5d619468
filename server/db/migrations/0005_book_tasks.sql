CREATE TABLE "book_tasks" (
	"book_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"storage_key" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_tasks_book_id_name_pk" PRIMARY KEY("book_id","name")
);
--> statement-breakpoint
ALTER TABLE "book_tasks" ADD CONSTRAINT "book_tasks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;