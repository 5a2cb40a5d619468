CREATE TABLE "ebook_digests" (
	"digest" text NOT NULL,
	"book_id" uuid NOT NULL,
	"edition" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ebook_digests_digest_book_id_pk" PRIMARY KEY("digest","book_id")
);
--> statement-breakpoint
CREATE TABLE "kobo_books" (
	"token_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"version" text NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	"position_at" timestamp with time zone,
	"location" jsonb,
	"event_id" uuid,
	CONSTRAINT "kobo_books_token_id_book_id_pk" PRIMARY KEY("token_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "koreader_progress" (
	"user_id" uuid NOT NULL,
	"document" text NOT NULL,
	"progress" text NOT NULL,
	"percentage" double precision NOT NULL,
	"device" text NOT NULL,
	"device_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"event_id" uuid,
	CONSTRAINT "koreader_progress_user_id_document_pk" PRIMARY KEY("user_id","document")
);
--> statement-breakpoint
ALTER TABLE "app_tokens" ADD COLUMN "koreader_key_hash" text;--> statement-breakpoint
ALTER TABLE "ebook_digests" ADD CONSTRAINT "ebook_digests_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kobo_books" ADD CONSTRAINT "kobo_books_token_id_app_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."app_tokens"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kobo_books" ADD CONSTRAINT "kobo_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "koreader_progress" ADD CONSTRAINT "koreader_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ebook_digests_book_id_index" ON "ebook_digests" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "kobo_books_book_id_index" ON "kobo_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "koreader_progress_user_id_at_index" ON "koreader_progress" USING btree ("user_id","at");