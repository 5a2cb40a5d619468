CREATE TABLE "book_player_settings" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	CONSTRAINT "book_player_settings_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
ALTER TABLE "book_player_settings" ADD CONSTRAINT "book_player_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_player_settings" ADD CONSTRAINT "book_player_settings_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;