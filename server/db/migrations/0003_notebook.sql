CREATE TABLE "mark_reviews" (
	"user_id" uuid NOT NULL,
	"mark_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reviewed_at" timestamp with time zone NOT NULL,
	"is_stopped" boolean NOT NULL,
	CONSTRAINT "mark_reviews_user_id_mark_id_pk" PRIMARY KEY("user_id","mark_id")
);
--> statement-breakpoint
CREATE TABLE "notebook_items" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"mark_id" uuid,
	"heading_id" uuid,
	"heading" text,
	CONSTRAINT "notebook_items_user_id_book_id_position_pk" PRIMARY KEY("user_id","book_id","position"),
	CONSTRAINT "notebook_items_kind" CHECK (("notebook_items"."mark_id" is null) = ("notebook_items"."heading" is not null))
);
--> statement-breakpoint
ALTER TABLE "mark_reviews" ADD CONSTRAINT "mark_reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mark_reviews" ADD CONSTRAINT "mark_reviews_mark" FOREIGN KEY ("user_id","mark_id") REFERENCES "public"."marks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notebook_items" ADD CONSTRAINT "notebook_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notebook_items" ADD CONSTRAINT "notebook_items_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notebook_items" ADD CONSTRAINT "notebook_items_mark" FOREIGN KEY ("user_id","mark_id") REFERENCES "public"."marks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mark_reviews_due" ON "mark_reviews" USING btree ("user_id","due_at");--> statement-breakpoint
CREATE INDEX "notebook_items_of_mark" ON "notebook_items" USING btree ("user_id","mark_id");