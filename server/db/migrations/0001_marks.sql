CREATE TABLE "mark_tags" (
	"user_id" uuid NOT NULL,
	"mark_id" uuid NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "mark_tags_user_id_mark_id_tag_pk" PRIMARY KEY("user_id","mark_id","tag")
);
--> statement-breakpoint
CREATE TABLE "marks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"anchor" jsonb NOT NULL,
	"placement" text NOT NULL,
	"fraction" double precision NOT NULL,
	"style" text,
	"note" text NOT NULL,
	"note_change" uuid,
	"is_deleted" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"style_changed_at" timestamp with time zone NOT NULL,
	"tags_changed_at" timestamp with time zone NOT NULL,
	"deletion_changed_at" timestamp with time zone NOT NULL,
	"search_text" text COLLATE "C" NOT NULL,
	"version" bigint NOT NULL,
	CONSTRAINT "marks_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "mark_tags" ADD CONSTRAINT "mark_tags_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mark_tags" ADD CONSTRAINT "mark_tags_mark" FOREIGN KEY ("user_id","mark_id") REFERENCES "public"."marks"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "marks_of_book" ON "marks" USING btree ("book_id","user_id","id");--> statement-breakpoint
CREATE INDEX "marks_changes" ON "marks" USING btree ("user_id","version");