CREATE TABLE "shared_marks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"mark_id" uuid NOT NULL,
	"community_id" uuid NOT NULL,
	"state" text NOT NULL,
	"removed_reason" text DEFAULT '' NOT NULL,
	"text_reach" double precision,
	"audio_reach" double precision,
	"place" double precision NOT NULL,
	"shared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shared_marks_once" UNIQUE("community_id","user_id","mark_id")
);
--> statement-breakpoint
ALTER TABLE "shared_marks" ADD CONSTRAINT "shared_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_marks" ADD CONSTRAINT "shared_marks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_marks" ADD CONSTRAINT "shared_marks_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_marks" ADD CONSTRAINT "shared_marks_mark" FOREIGN KEY ("user_id","mark_id") REFERENCES "public"."marks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_marks_by_place" ON "shared_marks" USING btree ("community_id","book_id","place","id");--> statement-breakpoint
CREATE INDEX "shared_marks_of_mark" ON "shared_marks" USING btree ("user_id","mark_id");--> statement-breakpoint
CREATE INDEX "shared_marks_of_book" ON "shared_marks" USING btree ("book_id");