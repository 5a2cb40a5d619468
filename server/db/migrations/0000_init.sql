CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "account_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text,
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
CREATE TABLE "emails" (
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
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
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
	"staff_seen_at" timestamp with time zone,
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
	"deletion_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "narration_consents" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"allows" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "narration_parts" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"basis" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"seconds" double precision NOT NULL,
	"heard" jsonb NOT NULL,
	CONSTRAINT "narration_parts_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "narrations" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"progress" double precision DEFAULT 0 NOT NULL,
	"chapters_done" integer DEFAULT 0 NOT NULL,
	"chapter_count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"about" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "alignment_anchors" (
	"book_id" uuid NOT NULL,
	"sentence" text NOT NULL,
	"chapter_number" integer NOT NULL,
	"at" double precision NOT NULL,
	"set_by" uuid,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "alignment_anchors_book_id_sentence_pk" PRIMARY KEY("book_id","sentence")
);
--> statement-breakpoint
CREATE TABLE "alignments" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"run" uuid NOT NULL,
	"chapters" jsonb,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text,
	"progress" double precision DEFAULT 0 NOT NULL,
	"chapters_done" integer DEFAULT 0 NOT NULL,
	"chapter_count" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"about" text DEFAULT '' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"seen_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_maps" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"version" text NOT NULL,
	"source" text NOT NULL,
	"level" text DEFAULT 'sentence' NOT NULL,
	"confidence" double precision DEFAULT 1 NOT NULL,
	"sentences" jsonb NOT NULL,
	"guesses" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"doubtful" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_sentence" text,
	"last_sentence" text,
	CONSTRAINT "sync_maps_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "author_applications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"about" text NOT NULL,
	"links" jsonb NOT NULL,
	"sample" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"applied_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "book_redirects" (
	"old_id" text PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL
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
	"is_demo" boolean DEFAULT false NOT NULL,
	"allows_download" boolean DEFAULT true NOT NULL,
	"owner_id" uuid,
	"series_id" uuid,
	"series_position" double precision,
	"isbns" text[] DEFAULT '{}' NOT NULL,
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
	"has_ai_voice" boolean DEFAULT false NOT NULL,
	"is_narrated" boolean DEFAULT false NOT NULL,
	"allows_narration" boolean,
	"is_orphaned" boolean DEFAULT false NOT NULL,
	"has_sync_map" boolean DEFAULT false NOT NULL,
	"duration" double precision,
	"first_audio_id" uuid,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"average_rating" double precision,
	"popularity" integer DEFAULT 0 NOT NULL,
	"normalized_title" text COLLATE "C" DEFAULT '' NOT NULL,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	"source_hash" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "books_sourceHash_unique" UNIQUE("source_hash")
);
--> statement-breakpoint
CREATE TABLE "series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "series_normalizedName_unique" UNIQUE("normalized_name")
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
CREATE TABLE "finished_book_totals" (
	"period" text NOT NULL,
	"user_id" uuid NOT NULL,
	"count" integer NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "finished_book_totals_user_id_period_pk" PRIMARY KEY("user_id","period")
);
--> statement-breakpoint
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
CREATE TABLE "book_contributors" (
	"book_id" uuid NOT NULL,
	"contributor_id" uuid NOT NULL,
	"role" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "book_contributors_book_id_contributor_id_role_pk" PRIMARY KEY("book_id","contributor_id","role")
);
--> statement-breakpoint
CREATE TABLE "contributors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"bio" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "contributors_normalizedName_unique" UNIQUE("normalized_name")
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
CREATE TABLE "quran_passages" (
	"book_id" uuid NOT NULL,
	"spine_index" integer NOT NULL,
	"basis" text NOT NULL,
	"passages" jsonb NOT NULL,
	CONSTRAINT "quran_passages_book_id_spine_index_pk" PRIMARY KEY("book_id","spine_index")
);
--> statement-breakpoint
CREATE TABLE "book_genres" (
	"book_id" uuid NOT NULL,
	"genre_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "book_genres_book_id_genre_id_pk" PRIMARY KEY("book_id","genre_id")
);
--> statement-breakpoint
CREATE TABLE "book_tropes" (
	"book_id" uuid NOT NULL,
	"trope_id" uuid NOT NULL,
	CONSTRAINT "book_tropes_book_id_trope_id_pk" PRIMARY KEY("book_id","trope_id")
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "genres_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "tropes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "tropes_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "goals" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" integer,
	"book_id" uuid,
	"until" date,
	"split_by_prayer" boolean DEFAULT false NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "goals_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "install_flags" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
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
CREATE TABLE "release_alerts" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_alerts_book_id_user_id_pk" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "media_overlay_marks" (
	"book_id" uuid NOT NULL,
	"chapter_number" integer NOT NULL,
	"marks" jsonb NOT NULL,
	CONSTRAINT "media_overlay_marks_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "media_overlays" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"active_class" text DEFAULT '' NOT NULL,
	"playback_active_class" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"in_app" boolean NOT NULL,
	"email" boolean NOT NULL,
	"push" boolean DEFAULT true NOT NULL,
	CONSTRAINT "notification_settings_user_id_type_pk" PRIMARY KEY("user_id","type")
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
	"in_app" boolean DEFAULT true NOT NULL,
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
CREATE TABLE "prayer_defaults" (
	"country" text PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"angles" jsonb NOT NULL,
	"madhab" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prayer_recordings" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"is_fajr" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"licence" text NOT NULL,
	"seconds" double precision NOT NULL,
	"position" integer NOT NULL,
	"media_type" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prayer_recordings_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "prayer_notifications" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"prayer" text NOT NULL,
	"minutes" smallint NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"is_silent" boolean NOT NULL,
	"state" text DEFAULT 'due' NOT NULL,
	"reached" smallint DEFAULT 0 NOT NULL,
	"missed" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "prayer_notifications_user_id_day_prayer_minutes_pk" PRIMARY KEY("user_id","day","prayer","minutes")
);
--> statement-breakpoint
CREATE TABLE "prayer_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"setup" jsonb NOT NULL,
	"times_key" text NOT NULL,
	"planned_until" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_devices" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"name" text NOT NULL,
	"session_hash" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"prayer_alerts" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_succeeded_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "push_devices_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint PRIMARY KEY DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"topic" text NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"fault" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"used" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deleted_session_ids" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "deleted_session_ids_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "reading_days" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"book_id" uuid,
	"kind" text NOT NULL,
	"milliseconds" integer NOT NULL,
	"pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"words" numeric(12, 3) DEFAULT 0 NOT NULL,
	"chapters" numeric(12, 3) DEFAULT 0 NOT NULL,
	"sessions" integer NOT NULL,
	"measured_ms" integer NOT NULL,
	"measured_pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_days_once" UNIQUE NULLS NOT DISTINCT("user_id","day","book_id","kind")
);
--> statement-breakpoint
CREATE TABLE "reading_sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"zone" text NOT NULL,
	"from_fraction" double precision,
	"to_fraction" double precision,
	"pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"words" integer DEFAULT 0 NOT NULL,
	"chapters" integer DEFAULT 0 NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"edited_at" timestamp with time zone,
	"recorded" jsonb,
	"deleted_at" timestamp with time zone,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reading_sessions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "user_period_totals" (
	"kind" text NOT NULL,
	"period" text NOT NULL,
	"user_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reached_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_period_totals_user_id_kind_period_pk" PRIMARY KEY("user_id","kind","period")
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
CREATE TABLE "exact_counts" (
	"name" text NOT NULL,
	"slot" integer NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "exact_counts_name_slot_pk" PRIMARY KEY("name","slot")
);
--> statement-breakpoint
CREATE TABLE "pending_search_words" (
	"word" text COLLATE "C" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"book_count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spellings" (
	"spelling" text PRIMARY KEY NOT NULL,
	"canonical" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imported_books" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"author" text NOT NULL,
	"status" text,
	"stars" real,
	"finished_on" date,
	"book_id" uuid,
	"stored_at" timestamp with time zone NOT NULL,
	CONSTRAINT "imported_books_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "book_tasks" (
	"book_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"storage_key" text,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "book_tasks_book_id_name_pk" PRIMARY KEY("book_id","name")
);
--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_consents" ADD CONSTRAINT "narration_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_parts" ADD CONSTRAINT "narration_parts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narrations" ADD CONSTRAINT "narrations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignment_anchors" ADD CONSTRAINT "alignment_anchors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignment_anchors" ADD CONSTRAINT "alignment_anchors_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignments" ADD CONSTRAINT "alignments_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD CONSTRAINT "sync_maps_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_redirects" ADD CONSTRAINT "book_redirects_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_original_id_books_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finished_book_totals" ADD CONSTRAINT "finished_book_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_contributor_id_contributors_id_fk" FOREIGN KEY ("contributor_id") REFERENCES "public"."contributors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_files" ADD CONSTRAINT "audio_files_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chapters" ADD CONSTRAINT "chapters_audio_file_id_audio_files_id_fk" FOREIGN KEY ("audio_file_id") REFERENCES "public"."audio_files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebook_texts" ADD CONSTRAINT "ebook_texts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ebooks" ADD CONSTRAINT "ebooks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quran_passages" ADD CONSTRAINT "quran_passages_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_genres" ADD CONSTRAINT "book_genres_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_genres" ADD CONSTRAINT "book_genres_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tropes" ADD CONSTRAINT "book_tropes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tropes" ADD CONSTRAINT "book_tropes_trope_id_tropes_id_fk" FOREIGN KEY ("trope_id") REFERENCES "public"."tropes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "goals" ADD CONSTRAINT "goals_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reader_settings" ADD CONSTRAINT "book_reader_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reader_settings" ADD CONSTRAINT "book_reader_settings_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_entries" ADD CONSTRAINT "library_entries_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reader_settings" ADD CONSTRAINT "reader_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_alerts" ADD CONSTRAINT "release_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_alerts" ADD CONSTRAINT "release_alerts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_overlay_marks" ADD CONSTRAINT "media_overlay_marks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_overlays" ADD CONSTRAINT "media_overlays_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_notifications" ADD CONSTRAINT "prayer_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_profiles" ADD CONSTRAINT "prayer_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_session_ids" ADD CONSTRAINT "deleted_session_ids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_days" ADD CONSTRAINT "reading_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_sessions" ADD CONSTRAINT "reading_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_period_totals" ADD CONSTRAINT "user_period_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_books" ADD CONSTRAINT "imported_books_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_books" ADD CONSTRAINT "imported_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tasks" ADD CONSTRAINT "book_tasks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_index" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "data_exports_user_id_requested_at_index" ON "data_exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "emails_created_at_index" ON "emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_idle_until_index" ON "sessions" USING btree ("idle_until");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_lower" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_excluded_from_champions" ON "users" USING btree ("id") WHERE preferences @> '{"showsAmongChampions": false}' or deletion_requested_at is not null or suspended_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "author_applications_one_open" ON "author_applications" USING btree ("user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "author_applications_newest" ON "author_applications" USING btree ("state","applied_at","id");--> statement-breakpoint
CREATE INDEX "author_applications_of_user" ON "author_applications" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE INDEX "books_newest" ON "books" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_best" ON "books" USING btree ((coalesce(average_rating, 0)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_worst" ON "books" USING btree ((coalesce(average_rating, 9)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_popular" ON "books" USING btree ("popularity","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_by_title" ON "books" USING btree ("normalized_title","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_coming" ON "books" USING btree ("release_at","id") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "books_search" ON "books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "books_search_titles" ON "books" USING gin (ts_filter(search_vector, '{a}'));--> statement-breakpoint
CREATE INDEX "books_by_language" ON "books" USING btree ("language","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_audio" ON "books" USING btree ("created_at","id") WHERE state = 'published' and has_audiobook and not is_narrated;--> statement-breakpoint
CREATE INDEX "books_synced" ON "books" USING btree ("is_demo" DESC NULLS LAST,"created_at","id") WHERE state = 'published' and is_free and has_sync_map;--> statement-breakpoint
CREATE INDEX "books_isbns" ON "books" USING gin ("isbns");--> statement-breakpoint
CREATE INDEX "books_owner" ON "books" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "books_series" ON "books" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "challenge_members_user_id_index" ON "challenge_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenges_running" ON "challenges" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "challenges_beginning" ON "challenges" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "finished_book_totals_best" ON "finished_book_totals" USING btree ("period","count" desc,"reached_at","user_id");--> statement-breakpoint
CREATE INDEX "city_names_name" ON "city_names" USING btree ("name","kind","population","city_id");--> statement-breakpoint
CREATE INDEX "book_contributors_contributor_id_index" ON "book_contributors" USING btree ("contributor_id");--> statement-breakpoint
CREATE INDEX "contributors_search" ON "contributors" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "book_genres_genre_id_index" ON "book_genres" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "book_tropes_trope_id_index" ON "book_tropes" USING btree ("trope_id");--> statement-breakpoint
CREATE UNIQUE INDEX "goals_unique_kind" ON "goals" USING btree ("user_id","kind") WHERE book_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_unique_book" ON "goals" USING btree ("user_id","book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "library_newest" ON "library_entries" USING btree ("user_id","updated_at","book_id");--> statement-breakpoint
CREATE INDEX "library_by_book" ON "library_entries" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "library_finished" ON "library_entries" USING btree ("user_id","finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "release_alerts_user_id_index" ON "release_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "position_events_newest" ON "position_events" USING btree ("user_id","book_id","at" desc,"device_at" desc,"deliberate" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "prayer_notifications_due" ON "prayer_notifications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "prayer_profiles_to_plan" ON "prayer_profiles" USING btree ("planned_until","times_key");--> statement-breakpoint
CREATE INDEX "push_devices_user_id_index" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_devices_session_hash_index" ON "push_devices" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "push_messages_device_id_index" ON "push_messages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_messages_created_at_index" ON "push_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at_index" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "reading_sessions_by_time" ON "reading_sessions" USING btree ("user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "reading_sessions_deleted" ON "reading_sessions" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "user_period_totals_best" ON "user_period_totals" USING btree ("kind","period","amount" desc,"reached_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_unique" ON "reviews" USING btree ("book_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("book_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "spellings_canonical" ON "spellings" USING btree ("canonical");--> statement-breakpoint
CREATE INDEX "imported_books_finished" ON "imported_books" USING btree ("user_id","finished_on") WHERE finished_on is not null;--> statement-breakpoint
CREATE INDEX "imported_books_of_book" ON "imported_books" USING btree ("book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_index" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_user_id_index" ON "contact_messages" USING btree ("user_id");
--> statement-breakpoint
-- Stores position events of any users, all or none, and returns each user's current position in each book named.
-- The current position is the newest event's; an event below 1 % that is not a reset yields to the newest that is neither.
-- It is computed from all stored events, so the order of arrival does not matter.
-- The book is added to the user's library in the same transaction.
CREATE FUNCTION record_positions(given jsonb, received timestamptz)
RETURNS TABLE (user_id uuid, book_id uuid, place jsonb, at timestamptz, device text, deliberate boolean,
  has_moved boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  moved uuid[];
BEGIN
  -- Serializes one user's batches, because each must see all earlier events. Locks are taken in one order.
  PERFORM pg_advisory_xact_lock(r.lock) FROM (
    SELECT DISTINCT hashtextextended(g."userId"::text, 1) AS lock
    FROM jsonb_to_recordset(given) AS g("userId" uuid) ORDER BY 1
  ) r;

  INSERT INTO position_events (id, user_id, book_id, place, at, device_at, device, deliberate, reset, received_at)
  SELECT g.id, g."userId", g."bookId", g.place, g.at, g."deviceAt", g.device, g.deliberate, g.reset, received
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
  ), library AS (
    INSERT INTO library_entries AS l (user_id, book_id, status, added_at, updated_at, started_at)
    SELECT n.user_id, n.book_id, 'currently-reading', received, received, n.at FROM now_at n
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
-- Maintains the number of published books, once per statement.
-- Each connection counts in its own row, so writers do not wait for each other.
CREATE FUNCTION maintain_book_count() RETURNS trigger LANGUAGE plpgsql AS $$
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
    INSERT INTO exact_counts AS k (name, slot, count) VALUES ('books.published', pg_backend_pid(), change)
    ON CONFLICT (name, slot) DO UPDATE SET count = k.count + excluded.count;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_count_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();
--> statement-breakpoint
CREATE TRIGGER books_count_update AFTER UPDATE ON books REFERENCING OLD TABLE AS old_books NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();
--> statement-breakpoint
CREATE TRIGGER books_count_delete AFTER DELETE ON books REFERENCING OLD TABLE AS old_books
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_book_count();
--> statement-breakpoint
CREATE FUNCTION reset_book_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM exact_counts WHERE name = 'books.published';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_count_truncate AFTER TRUNCATE ON books
  FOR EACH STATEMENT EXECUTE FUNCTION reset_book_count();
--> statement-breakpoint
-- Queues the words of new or changed books that the search dictionary lacks. The queue has no unique index, so inserts do not wait.
-- Statements with more than 100 books leave it to the nightly job.
CREATE FUNCTION enqueue_search_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT count(*) FROM (SELECT 1 FROM new_books LIMIT 101) few) > 100 THEN
    RETURN NULL;
  END IF;
  INSERT INTO pending_search_words (word)
  SELECT DISTINCT l.lexeme COLLATE "C" FROM new_books n CROSS JOIN LATERAL unnest(n.search_vector) l
  WHERE n.state = 'published' AND l.weights && '{A,B,D}'
    AND NOT EXISTS (SELECT FROM search_words w WHERE w.word = l.lexeme COLLATE "C");
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER books_words_insert AFTER INSERT ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_search_words();
--> statement-breakpoint
CREATE TRIGGER books_words_update AFTER UPDATE ON books REFERENCING NEW TABLE AS new_books
  FOR EACH STATEMENT EXECUTE FUNCTION enqueue_search_words();
--> statement-breakpoint
-- Deleting an account deletes its reviews too: recompute the ratings of those books.
CREATE FUNCTION recompute_ratings_of_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    rating_count = (SELECT count(*) FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden),
    average_rating = (SELECT avg(r.half_stars) / 2.0 FROM reviews r WHERE r.book_id = books.id AND NOT r.is_hidden)
  WHERE id IN (SELECT book_id FROM old_reviews);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reviews_removed AFTER DELETE ON reviews REFERENCING OLD TABLE AS old_reviews
  FOR EACH STATEMENT EXECUTE FUNCTION recompute_ratings_of_removed();
--> statement-breakpoint
-- The leaderboard periods that a finished book counts in.
CREATE FUNCTION finished_periods(finished timestamptz) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(finished AT TIME ZONE 'UTC', 'YYYY'), to_char(finished AT TIME ZONE 'UTC', 'YYYY-MM')]
$$;
--> statement-breakpoint
CREATE FUNCTION maintain_finished_book_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.finished_at IS NOT NULL THEN
    UPDATE finished_book_totals SET count = count - 1
    WHERE user_id = OLD.user_id AND period = ANY (finished_periods(OLD.finished_at));
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.finished_at IS NOT NULL THEN
    INSERT INTO finished_book_totals AS t (period, user_id, count, reached_at)
    SELECT period, NEW.user_id, 1, NEW.finished_at FROM unnest(finished_periods(NEW.finished_at)) period
    ON CONFLICT (user_id, period) DO UPDATE
    SET count = t.count + 1, reached_at = greatest(t.reached_at, excluded.reached_at);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER library_finished_insert AFTER INSERT ON library_entries
  FOR EACH ROW WHEN (NEW.finished_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
CREATE TRIGGER library_finished_update AFTER UPDATE ON library_entries
  FOR EACH ROW WHEN (OLD.finished_at IS DISTINCT FROM NEW.finished_at) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
CREATE TRIGGER library_finished_delete AFTER DELETE ON library_entries
  FOR EACH ROW WHEN (OLD.finished_at IS NOT NULL) EXECUTE FUNCTION maintain_finished_book_totals();
--> statement-breakpoint
-- The leaderboard periods that a reading day counts in.
CREATE FUNCTION activity_periods(day date) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY['all', to_char(day, 'YYYY'), to_char(day, 'YYYY-MM')]
$$;
--> statement-breakpoint
-- Applies changes of reading days to the period totals, once per statement.
CREATE FUNCTION maintain_user_period_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    -- Only updates: the user may be deleted in the same statement.
    UPDATE user_period_totals t SET amount = t.amount - removed.amount
    FROM (
      SELECT o.user_id, k.kind, p.period, sum(k.amount) AS amount
      FROM old_days o CROSS JOIN LATERAL unnest(activity_periods(o.day)) p(period)
      CROSS JOIN LATERAL (VALUES ('minutes', o.measured_ms::bigint), ('pages', (o.measured_pages * 1000)::bigint)) k(kind, amount)
      GROUP BY 1, 2, 3
    ) removed
    WHERE t.user_id = removed.user_id AND t.kind = removed.kind AND t.period = removed.period AND removed.amount <> 0;
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
    SELECT k.kind, p.period, n.user_id, sum(k.amount), max(n.changed_at)
    FROM new_days n CROSS JOIN LATERAL unnest(activity_periods(n.day)) p(period)
    CROSS JOIN LATERAL (VALUES ('minutes', n.measured_ms::bigint), ('pages', (n.measured_pages * 1000)::bigint)) k(kind, amount)
    GROUP BY 1, 2, 3 HAVING sum(k.amount) > 0 ORDER BY 3, 1, 2
    ON CONFLICT (user_id, kind, period) DO UPDATE
    SET amount = t.amount + excluded.amount, reached_at = greatest(t.reached_at, excluded.reached_at);
    RETURN NULL;
  END IF;
  INSERT INTO user_period_totals AS t (kind, period, user_id, amount, reached_at)
  SELECT k.kind, p.period, c.user_id, sum(k.amount), max(c.changed_at)
  FROM (
    SELECT user_id, day, measured_ms, measured_pages, changed_at FROM new_days
    UNION ALL
    SELECT user_id, day, -measured_ms, -measured_pages, NULL FROM old_days
  ) c CROSS JOIN LATERAL unnest(activity_periods(c.day)) p(period)
  CROSS JOIN LATERAL (VALUES ('minutes', c.measured_ms::bigint), ('pages', (c.measured_pages * 1000)::bigint)) k(kind, amount)
  GROUP BY 1, 2, 3 HAVING sum(k.amount) <> 0 ORDER BY 3, 1, 2
  ON CONFLICT (user_id, kind, period) DO UPDATE
  SET amount = t.amount + excluded.amount,
    reached_at = CASE WHEN excluded.amount > 0 THEN greatest(t.reached_at, excluded.reached_at) ELSE t.reached_at END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER reading_days_totals_insert AFTER INSERT ON reading_days REFERENCING NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();
--> statement-breakpoint
CREATE TRIGGER reading_days_totals_update AFTER UPDATE ON reading_days REFERENCING OLD TABLE AS old_days NEW TABLE AS new_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();
--> statement-breakpoint
CREATE TRIGGER reading_days_totals_delete AFTER DELETE ON reading_days REFERENCING OLD TABLE AS old_days
  FOR EACH STATEMENT EXECUTE FUNCTION maintain_user_period_totals();
--> statement-breakpoint
-- Free space on each page lets updates of claimed rows stay on it (heap-only tuples).
ALTER TABLE "prayer_notifications" SET (fillfactor = 70);--> statement-breakpoint
ALTER TABLE "push_devices" SET (fillfactor = 85);--> statement-breakpoint
-- Deletes the prayer profile with its location when the last device with prayer alerts is removed or disabled.
-- The row lock serializes two devices removed at once.
CREATE FUNCTION delete_prayer_profile() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM prayer_profiles WHERE user_id = OLD.user_id FOR UPDATE;
  IF FOUND THEN
    DELETE FROM prayer_profiles s WHERE s.user_id = OLD.user_id AND NOT EXISTS (
      SELECT 1 FROM push_devices d WHERE d.user_id = s.user_id AND d.is_on AND d.prayer_alerts
    );
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER push_devices_deleted AFTER DELETE ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.prayer_alerts) EXECUTE FUNCTION delete_prayer_profile();--> statement-breakpoint
CREATE TRIGGER push_devices_disabled AFTER UPDATE OF is_on, prayer_alerts, user_id ON push_devices
  FOR EACH ROW WHEN (OLD.is_on AND OLD.prayer_alerts) EXECUTE FUNCTION delete_prayer_profile();--> statement-breakpoint
-- Deletes due notifications. Sent ones stay, without the time of day from which a location could be computed.
CREATE FUNCTION delete_prayer_notifications() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM prayer_notifications WHERE user_id = OLD.user_id AND state IN ('due', 'dropped');
  UPDATE prayer_notifications SET due_at = day::timestamp AT TIME ZONE 'UTC' WHERE user_id = OLD.user_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER prayer_profiles_deleted AFTER DELETE ON prayer_profiles
  FOR EACH ROW EXECUTE FUNCTION delete_prayer_notifications();
--> statement-breakpoint
-- Books of a deleted account keep its last consent to AI narration; no answer counts as no.
CREATE FUNCTION preserve_author_consent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE books SET
    is_orphaned = true,
    allows_narration = coalesce(allows_narration, (SELECT allows FROM narration_consents w WHERE w.user_id = OLD.id), false)
  WHERE owner_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_preserve_consent BEFORE DELETE ON users
  FOR EACH ROW EXECUTE FUNCTION preserve_author_consent();
