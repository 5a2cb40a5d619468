CREATE TABLE "storage_copies" (
	"migration_id" uuid NOT NULL,
	"key" text NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "storage_copies_migration_id_key_pk" PRIMARY KEY("migration_id","key")
);
--> statement-breakpoint
CREATE TABLE "storage_migrations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"target" text NOT NULL,
	"state" text DEFAULT 'copying' NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"switched_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"total_files" integer DEFAULT 0 NOT NULL,
	"copied_files" integer DEFAULT 0 NOT NULL,
	"copied_bytes" bigint DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "storage_copies" ADD CONSTRAINT "storage_copies_migration_id_storage_migrations_id_fk" FOREIGN KEY ("migration_id") REFERENCES "public"."storage_migrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "storage_migrations_newest" ON "storage_migrations" USING btree ("started_at");