CREATE TABLE "genre_former_names" (
	"name" text PRIMARY KEY NOT NULL,
	"genre_id" uuid NOT NULL
);
--> statement-breakpoint
ALTER TABLE "genres" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "genre_former_names" ADD CONSTRAINT "genre_former_names_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "genre_former_names_genre_id_index" ON "genre_former_names" USING btree ("genre_id");--> statement-breakpoint
UPDATE "genres" SET "icon" = CASE
  WHEN "name" ~* 'qur|tafsir' THEN 'book-open-text'
  WHEN "name" ~* 'hadith|sunnah' THEN 'scroll-text'
  WHEN "name" ~* 'fiqh|law' THEN 'scale'
  WHEN "name" ~* 'seerah|sirah|biograph' THEN 'user-round'
  WHEN "name" ~* 'histor|travel' THEN 'landmark'
  WHEN "name" ~* 'child|young' THEN 'baby'
  WHEN "name" ~* 'fiction|tale|poet|story|stories|literature' THEN 'feather'
  WHEN "name" ~* 'prayer|worship|spiritual' THEN 'moon'
  WHEN "name" ~* 'ethic|family|character' THEN 'hand-heart'
  WHEN "name" ~* '\mart|calligraph|craft' THEN 'palette'
  WHEN "name" ~* 'begin|learn' THEN 'sprout'
  WHEN "name" ~* 'reflect|wisdom' THEN 'lightbulb'
  WHEN "name" ~* 'scien|medicine|nature' THEN 'flask-conical'
END;
