CREATE TABLE "upload_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"set_id" uuid NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	CONSTRAINT "upload_files_setId_path_unique" UNIQUE("set_id","path")
);
--> statement-breakpoint
CREATE TABLE "upload_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_for_site" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" jsonb,
	"book_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "books" DROP CONSTRAINT "books_sourceHash_unique";--> statement-breakpoint
ALTER TABLE "upload_files" ADD CONSTRAINT "upload_files_set_id_upload_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."upload_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_sets_of_owner" ON "upload_sets" USING btree ("owner_id","state");--> statement-breakpoint
CREATE INDEX "upload_sets_expires_at_index" ON "upload_sets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "books_source_of_owner" ON "books" USING btree (coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid),"source_hash");