CREATE TABLE "book_stops" (
	"book_id" uuid NOT NULL,
	"format" text NOT NULL,
	"percent" smallint NOT NULL,
	"readers" integer NOT NULL,
	CONSTRAINT "book_stops_book_id_format_percent_pk" PRIMARY KEY("book_id","format","percent")
);
--> statement-breakpoint
CREATE TABLE "book_weeks" (
	"book_id" uuid NOT NULL,
	"week" date NOT NULL,
	"readers" integer NOT NULL,
	"listeners" integer NOT NULL,
	"minutes" integer NOT NULL,
	"finished" integer NOT NULL,
	CONSTRAINT "book_weeks_book_id_week_pk" PRIMARY KEY("book_id","week")
);
--> statement-breakpoint
CREATE TABLE "figure_runs" (
	"kind" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "book_stops" ADD CONSTRAINT "book_stops_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_weeks" ADD CONSTRAINT "book_weeks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reading_days_changed" ON "reading_days" USING btree ("changed_at");