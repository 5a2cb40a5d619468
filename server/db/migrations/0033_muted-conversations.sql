ALTER TABLE "conversation_members" ADD COLUMN "muted_until" timestamp with time zone;--> statement-breakpoint
UPDATE "conversation_members" SET "muted_until" = '9999-01-01T00:00:00Z' WHERE "is_muted";--> statement-breakpoint
ALTER TABLE "conversation_members" DROP COLUMN "is_muted";