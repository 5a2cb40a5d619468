CREATE TABLE "glossary_versions" (
	"change_id" bigint PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"terms" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "glossary_versions" ADD CONSTRAINT "glossary_versions_change_id_book_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."book_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "glossary_versions" ADD CONSTRAINT "glossary_versions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "glossary_versions_book" ON "glossary_versions" USING btree ("book_id","change_id");