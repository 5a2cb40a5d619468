CREATE TABLE "goals" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer,
	"book_id" uuid,
	"until" date,
	"in_five_parts" boolean DEFAULT false NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "goals_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_one_of_a_kind" ON "goals" USING btree ("user_id","kind") WHERE book_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_one_of_a_book" ON "goals" USING btree ("user_id","book_id") WHERE book_id is not null;