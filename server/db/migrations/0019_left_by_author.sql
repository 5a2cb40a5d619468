ALTER TABLE "books" ADD COLUMN "is_left_by_author" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Whether a machine may narrate the books of somebody whose account goes stays as they said last; who said nothing said no.
CREATE FUNCTION keep_word_of_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    is_left_by_author = true,
    allows_narration = coalesce(allows_narration, (SELECT allows FROM narration_wishes w WHERE w.user_id = OLD.id), false)
  WHERE owner_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_keep_word BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION keep_word_of_author();
