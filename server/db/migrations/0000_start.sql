CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"storage_key" text,
	"requested_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"valid_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"data" jsonb NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"idle_until" timestamp with time zone NOT NULL,
	"absolute_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"username" text NOT NULL,
	"email" text NOT NULL,
	"email_verified_at" timestamp with time zone,
	"password_hash" text,
	"profile_image_url" text DEFAULT '' NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"is_author" boolean DEFAULT false NOT NULL,
	"is_employee" boolean DEFAULT false NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"preferences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"suspended_until" timestamp with time zone,
	"suspended_reason" text DEFAULT '' NOT NULL,
	"deletion_asked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "audio_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"book_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"media_type" text NOT NULL,
	"codec" text DEFAULT '' NOT NULL,
	"duration" double precision NOT NULL,
	"sample_ranges" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample_end" double precision DEFAULT 0 NOT NULL,
	CONSTRAINT "audio_files_bookId_position_unique" UNIQUE("book_id","position")
);
--> statement-breakpoint
CREATE TABLE "book_contributors" (
	"book_id" uuid NOT NULL,
	"contributor_id" uuid NOT NULL,
	"role" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "book_contributors_book_id_contributor_id_role_pk" PRIMARY KEY("book_id","contributor_id","role")
);
--> statement-breakpoint
CREATE TABLE "book_genres" (
	"book_id" uuid NOT NULL,
	"genre_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "book_genres_book_id_genre_id_pk" PRIMARY KEY("book_id","genre_id")
);
--> statement-breakpoint
CREATE TABLE "book_redirects" (
	"old_id" text PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_tropes" (
	"book_id" uuid NOT NULL,
	"trope_id" uuid NOT NULL,
	CONSTRAINT "book_tropes_book_id_trope_id_pk" PRIMARY KEY("book_id","trope_id")
);
--> statement-breakpoint
CREATE TABLE "books" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"direction" text DEFAULT 'ltr' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"release_at" timestamp with time zone,
	"is_free" boolean DEFAULT true NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"allows_download" boolean DEFAULT true NOT NULL,
	"owner_id" uuid,
	"series_id" uuid,
	"series_position" double precision,
	"publisher" text DEFAULT '' NOT NULL,
	"published_year" integer,
	"licence" text DEFAULT '' NOT NULL,
	"provenance" text DEFAULT '' NOT NULL,
	"original_id" uuid,
	"author" text DEFAULT '' NOT NULL,
	"genre" text DEFAULT '' NOT NULL,
	"cover_hash" text DEFAULT '' NOT NULL,
	"page_count" integer,
	"word_count" integer,
	"has_ebook" boolean DEFAULT false NOT NULL,
	"has_audiobook" boolean DEFAULT false NOT NULL,
	"has_sync_map" boolean DEFAULT false NOT NULL,
	"duration" double precision,
	"first_audio_id" uuid,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"average_rating" double precision,
	"popularity" integer DEFAULT 0 NOT NULL,
	"folded_title" text COLLATE "C" DEFAULT '' NOT NULL,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"source_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "books_sourceHash_unique" UNIQUE("source_hash")
);
--> statement-breakpoint
CREATE TABLE "chapters" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"chapter_type" text DEFAULT 'chapter' NOT NULL,
	"title" text NOT NULL,
	"audio_file_id" uuid NOT NULL,
	"start" double precision NOT NULL,
	"end" double precision NOT NULL,
	"in_sample" boolean DEFAULT false NOT NULL,
	CONSTRAINT "chapters_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "contributors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"folded_name" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "contributors_foldedName_unique" UNIQUE("folded_name")
);
--> statement-breakpoint
CREATE TABLE "ebook_texts" (
	"book_id" uuid NOT NULL,
	"spine_index" integer NOT NULL,
	"text" text NOT NULL,
	"folded" text NOT NULL,
	CONSTRAINT "ebook_texts_book_id_spine_index_pk" PRIMARY KEY("book_id","spine_index")
);
--> statement-breakpoint
CREATE TABLE "ebooks" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"identifier" text DEFAULT '' NOT NULL,
	"epub_version" text DEFAULT '' NOT NULL,
	"package_path" text NOT NULL,
	"layout" text DEFAULT 'reflowable' NOT NULL,
	"direction" text DEFAULT 'ltr' NOT NULL,
	"spine" jsonb NOT NULL,
	"toc" jsonb NOT NULL,
	"entries" jsonb NOT NULL,
	"word_count" integer DEFAULT 0 NOT NULL,
	"page_count" integer DEFAULT 0 NOT NULL,
	"has_media_overlays" boolean DEFAULT false NOT NULL,
	"warnings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sample" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fresh_words" (
	"word" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "genres_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "kept_counts" (
	"name" text NOT NULL,
	"slot" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "kept_counts_name_slot_pk" PRIMARY KEY("name","slot")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"half_stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"has_spoiler" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"book_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"folded_name" text NOT NULL,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "series_foldedName_unique" UNIQUE("folded_name")
);
--> statement-breakpoint
CREATE TABLE "spellings" (
	"spelling" text PRIMARY KEY NOT NULL,
	"canonical" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_maps" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"version" text NOT NULL,
	"source" text NOT NULL,
	"sentences" jsonb NOT NULL,
	CONSTRAINT "sync_maps_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "tropes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "tropes_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "challenge_members" (
	"challenge_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"completed_at" timestamp with time zone,
	CONSTRAINT "challenge_members_challenge_id_user_id_pk" PRIMARY KEY("challenge_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"goal" integer NOT NULL,
	"goal_type" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_reader_settings" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	CONSTRAINT "book_reader_settings_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "library_entries" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"status" text NOT NULL,
	"added_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "library_entries_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "reader_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "milestones" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"action_url" text DEFAULT '' NOT NULL,
	"key" text NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "current_positions" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"place" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"deliberate" boolean NOT NULL,
	CONSTRAINT "current_positions_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "position_events" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"place" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device_at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"deliberate" boolean NOT NULL,
	"reset" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "position_events_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_files" ADD CONSTRAINT "audio_files_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_contributor_id_contributors_id_fk" FOREIGN KEY ("contributor_id") REFERENCES "public"."contributors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_genres" ADD CONSTRAINT "book_genres_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_genres" ADD CONSTRAINT "book_genres_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_redirects" ADD CONSTRAINT "book_redirects_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tropes" ADD CONSTRAINT "book_tropes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tropes" ADD CONSTRAINT "book_tropes_trope_id_tropes_id_fk" FOREIGN KEY ("trope_id") REFERENCES "public"."tropes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_original_id_books_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_audio_file_id_audio_files_id_fk" FOREIGN KEY ("audio_file_id") REFERENCES "public"."audio_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebook_texts" ADD CONSTRAINT "ebook_texts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebooks" ADD CONSTRAINT "ebooks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD CONSTRAINT "sync_maps_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reader_settings" ADD CONSTRAINT "book_reader_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reader_settings" ADD CONSTRAINT "book_reader_settings_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_settings" ADD CONSTRAINT "reader_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_index" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "data_exports_user_id_requested_at_index" ON "data_exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "mails_created_at_index" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_idle_until_index" ON "sessions" USING btree ("idle_until");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_lower" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "book_contributors_contributor_id_index" ON "book_contributors" USING btree ("contributor_id");--> statement-breakpoint
CREATE INDEX "book_genres_genre_id_index" ON "book_genres" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "book_tropes_trope_id_index" ON "book_tropes" USING btree ("trope_id");--> statement-breakpoint
CREATE INDEX "books_newest" ON "books" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_best" ON "books" USING btree ((coalesce(average_rating, 0)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_worst" ON "books" USING btree ((coalesce(average_rating, 9)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_popular" ON "books" USING btree ("popularity","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_by_title" ON "books" USING btree ("folded_title","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_coming" ON "books" USING btree ("release_at","id") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "books_search" ON "books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "books_search_titles" ON "books" USING gin (ts_filter(search_vector, '{a}'));--> statement-breakpoint
CREATE INDEX "books_by_language" ON "books" USING btree ("language","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_to_hear" ON "books" USING btree ("created_at","id") WHERE state = 'published' and has_audiobook;--> statement-breakpoint
CREATE INDEX "books_owner" ON "books" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "books_series" ON "books" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "contributors_search" ON "contributors" USING gin ("search_vector");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_each" ON "reviews" USING btree ("book_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("book_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "spellings_canonical" ON "spellings" USING btree ("canonical");--> statement-breakpoint
CREATE INDEX "challenge_members_user_id_index" ON "challenge_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_running" ON "challenges" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "library_newest" ON "library_entries" USING btree ("user_id","updated_at","book_id");--> statement-breakpoint
CREATE INDEX "library_by_book" ON "library_entries" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "position_events_newest" ON "position_events" USING btree ("user_id","book_id","at" desc,"device_at" desc,"deliberate" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at_index" ON "rate_limits" USING btree ("ends_at");
--> statement-breakpoint
-- Keeps events of any readers, all or none, and says where each reader is now in each book they name.
-- The place is the newest event's, by time; one below 1 % that is no reset gives way to the newest that is
-- neither. It is computed from all events that were kept, so the order of arrival decides nothing.
-- Reading on also puts the book on the reader's shelf, in the same transaction.
CREATE FUNCTION record_positions(given jsonb, told timestamptz)
RETURNS TABLE (user_id uuid, book_id uuid, place jsonb, at timestamptz, device text, deliberate boolean,
  has_moved boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moved uuid[];
BEGIN
  -- One reader's batches wait for each other: each must see all events before it. Locked in one order by all.
  PERFORM pg_advisory_xact_lock(r.lock) FROM (
    SELECT DISTINCT hashtextextended(g."userId"::text, 1) AS lock
    FROM jsonb_to_recordset(given) AS g("userId" uuid) ORDER BY 1
  ) r;

  INSERT INTO position_events (id, user_id, book_id, place, at, device_at, device, deliberate, reset, received_at)
  SELECT g.id, g."userId", g."bookId", g.place, g.at, g."deviceAt", g.device, g.deliberate, g.reset, told
  FROM jsonb_to_recordset(given) AS g(id uuid, "userId" uuid, "bookId" uuid, place jsonb, at timestamptz,
    "deviceAt" timestamptz, device text, deliberate boolean, reset boolean)
  ON CONFLICT DO NOTHING;

  WITH touched AS (
    SELECT DISTINCT g."userId" AS reader, g."bookId" AS book
    FROM jsonb_to_recordset(given) AS g("userId" uuid, "bookId" uuid)
  ), now_at AS (
    INSERT INTO current_positions AS c (user_id, book_id, event_id, place, at, device, deliberate)
    SELECT t.reader, t.book, e.id, e.place, e.at, e.device, e.deliberate
    FROM touched t
    CROSS JOIN LATERAL (
      SELECT n.id FROM position_events n
      WHERE n.user_id = t.reader AND n.book_id = t.book
      ORDER BY n.at DESC, n.device_at DESC, n.deliberate DESC, n.id DESC
      LIMIT 1
    ) newest
    LEFT JOIN LATERAL (
      SELECT s.id, s.place FROM position_events s
      WHERE s.user_id = t.reader AND s.book_id = t.book AND (s.reset OR (s.place->>'fraction')::float8 >= 0.01)
      ORDER BY s.at DESC, s.device_at DESC, s.deliberate DESC, s.id DESC
      LIMIT 1
    ) sure ON true
    JOIN position_events e ON e.user_id = t.reader
      AND e.id = CASE WHEN (sure.place->>'fraction')::float8 >= 0.01 THEN sure.id ELSE newest.id END
    ORDER BY t.reader, t.book
    ON CONFLICT (user_id, book_id) DO UPDATE SET event_id = excluded.event_id, place = excluded.place,
      at = excluded.at, device = excluded.device, deliberate = excluded.deliberate
    WHERE c.event_id <> excluded.event_id
    RETURNING c.user_id, c.book_id, c.event_id, c.at
  ), shelved AS (
    INSERT INTO library_entries AS l (user_id, book_id, status, added_at, updated_at, started_at)
    SELECT n.user_id, n.book_id, 'currently-reading', told, told, n.at FROM now_at n
    ORDER BY n.user_id, n.book_id
    ON CONFLICT (user_id, book_id) DO UPDATE SET
      status = CASE WHEN l.status IN ('want-to-read', 'paused') AND excluded.started_at >= l.updated_at
        THEN 'currently-reading' ELSE l.status END,
      started_at = coalesce(l.started_at, excluded.started_at),
      updated_at = greatest(l.updated_at, excluded.started_at)
  )
  SELECT coalesce(array_agg(n.event_id), '{}') INTO moved FROM now_at n;

  RETURN QUERY SELECT c.user_id, c.book_id, c.place, c.at, c.device, c.deliberate, c.event_id = ANY(moved)
    FROM (SELECT DISTINCT g."userId" AS reader, g."bookId" AS book
      FROM jsonb_to_recordset(given) AS g("userId" uuid, "bookId" uuid)) t
    JOIN current_positions c ON c.user_id = t.reader AND c.book_id = t.book
    ORDER BY c.at DESC, c.book_id;
END $$;
--> statement-breakpoint
-- Keeps the number of published books, and notes the words that search does not know yet.
-- Once a statement, whatever it touches; each connection counts in its own row, so that no writer waits for another.
CREATE FUNCTION keep_books_counted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change bigint := 0;
BEGIN
  IF TG_OP <> 'DELETE' THEN
    change := change + (SELECT count(*) FROM new_books WHERE state = 'published');
  END IF;
  IF TG_OP <> 'INSERT' THEN
    change := change - (SELECT count(*) FROM old_books WHERE state = 'published');
  END IF;
  IF change <> 0 THEN
    INSERT INTO kept_counts AS k (name, slot, count) VALUES ('books.published', pg_backend_pid(), change)
    ON CONFLICT (name, slot) DO UPDATE SET count = k.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_counted_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION keep_books_counted();
--> statement-breakpoint
CREATE TRIGGER books_counted_update AFTER UPDATE ON books REFERENCING OLD TABLE AS old_books NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION keep_books_counted();
--> statement-breakpoint
CREATE TRIGGER books_counted_delete AFTER DELETE ON books REFERENCING OLD TABLE AS old_books
  FOR EACH STATEMENT EXECUTE FUNCTION keep_books_counted();
--> statement-breakpoint
CREATE FUNCTION forget_books_counted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM kept_counts WHERE name = 'books.published';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_counted_truncate AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION forget_books_counted();
--> statement-breakpoint
-- The words of a book that became visible or changed, unless search knows them. Without a unique index nobody waits;
-- loads of many books leave it to the nightly count.
CREATE FUNCTION note_fresh_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM new_books LIMIT 101) few) > 100 THEN
    RETURN NULL;
  END IF;
  INSERT INTO fresh_words (word)
  SELECT DISTINCT l.lexeme COLLATE "C" FROM new_books n CROSS JOIN LATERAL unnest(n.search_vector) l
  WHERE n.state = 'published' AND l.weights && '{A,B,D}'
    AND NOT EXISTS (SELECT FROM search_words w WHERE w.word = l.lexeme COLLATE "C");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_words_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION note_fresh_words();
--> statement-breakpoint
CREATE TRIGGER books_words_update AFTER UPDATE ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION note_fresh_words();
--> statement-breakpoint
-- Reviews also go with the account of their reader: the books they rated are counted anew.
CREATE FUNCTION recount_ratings_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    rating_count = (SELECT count(*) FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden),
    average_rating = (SELECT avg(r.half_stars) / 2.0 FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden)
  WHERE id IN (SELECT book_id FROM old_reviews);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION recount_ratings_of_removed();
