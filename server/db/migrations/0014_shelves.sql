CREATE TABLE "shelf_books" (
	"shelf_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shelf_books_shelf_id_book_id_pk" PRIMARY KEY("shelf_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "shelves" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"visibility" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"announced_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	"removed_reason" text DEFAULT '' NOT NULL,
	"picked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "shelf_books" ADD CONSTRAINT "shelf_books_shelf_id_shelves_id_fk" FOREIGN KEY ("shelf_id") REFERENCES "public"."shelves"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelf_books" ADD CONSTRAINT "shelf_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shelves" ADD CONSTRAINT "shelves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shelf_books_in_order" ON "shelf_books" USING btree ("shelf_id","position","book_id");--> statement-breakpoint
CREATE INDEX "shelf_books_newest" ON "shelf_books" USING btree ("shelf_id","added_at");--> statement-breakpoint
CREATE INDEX "shelf_books_of_book" ON "shelf_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "shelves_of_user" ON "shelves" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shelves_picked" ON "shelves" USING btree ((true)) WHERE picked_at is not null;