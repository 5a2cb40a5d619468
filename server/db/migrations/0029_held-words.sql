CREATE TABLE "held_words" (
	"word" text PRIMARY KEY NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
