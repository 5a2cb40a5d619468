ALTER TABLE "city_lists" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "push_keys" RENAME COLUMN "made_at" TO "created_at";--> statement-breakpoint
ALTER TABLE "push_messages" RENAME COLUMN "fault" TO "error";