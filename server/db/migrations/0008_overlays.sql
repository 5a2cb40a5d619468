CREATE TABLE "overlay_marks" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"marks" jsonb NOT NULL,
	CONSTRAINT "overlay_marks_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "overlays" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"active_class" text DEFAULT '' NOT NULL,
	"playback_active_class" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "overlay_marks" ADD CONSTRAINT "overlay_marks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "overlays" ADD CONSTRAINT "overlays_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;