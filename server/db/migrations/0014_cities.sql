CREATE TABLE "cities" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"arabic_name" text,
	"country" text,
	"region" text,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"zone" text NOT NULL,
	"population" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_lists" (
	"version" text PRIMARY KEY NOT NULL,
	"made_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_names" (
	"name" text COLLATE "C" NOT NULL,
	"city_id" integer NOT NULL,
	"kind" smallint NOT NULL,
	"population" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "city_names_name" ON "city_names" USING btree ("name","kind","population","city_id");