CREATE TABLE "together_members" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"device" uuid NOT NULL,
	"status" text NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "together_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"host_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"chapter_number" integer NOT NULL,
	"offset" double precision NOT NULL,
	"rate" double precision NOT NULL,
	"is_playing" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "together_sessions_conversationId_unique" UNIQUE("conversation_id")
);
--> statement-breakpoint
ALTER TABLE "together_members" ADD CONSTRAINT "together_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "together_members" ADD CONSTRAINT "together_members_session_id_together_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."together_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "together_sessions" ADD CONSTRAINT "together_sessions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "together_sessions" ADD CONSTRAINT "together_sessions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "together_sessions" ADD CONSTRAINT "together_sessions_host_id_users_id_fk" FOREIGN KEY ("host_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "together_members_session_id_index" ON "together_members" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "together_sessions_host_id_index" ON "together_sessions" USING btree ("host_id");--> statement-breakpoint
CREATE INDEX "together_sessions_book_id_index" ON "together_sessions" USING btree ("book_id");