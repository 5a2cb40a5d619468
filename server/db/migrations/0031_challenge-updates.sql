CREATE TABLE "challenge_updates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"challenge_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "challenge_updates" ADD CONSTRAINT "challenge_updates_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_updates" ADD CONSTRAINT "challenge_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenge_updates_challenge_id_created_at_index" ON "challenge_updates" USING btree ("challenge_id","created_at");--> statement-breakpoint
CREATE INDEX "challenge_updates_author_id_index" ON "challenge_updates" USING btree ("author_id");