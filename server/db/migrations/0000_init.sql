CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE SEQUENCE "public"."cover_variants" INCREMENT BY 1 MINVALUE 0 MAXVALUE 255 START WITH 0 CACHE 1 CYCLE;--> statement-breakpoint
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
	"has_secret" boolean DEFAULT false NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"headers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"about" text DEFAULT '' NOT NULL,
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
CREATE TABLE "membership_cancellations" (
	"target_id" text PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_checkouts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"session_id" text NOT NULL,
	"interval" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_codes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"code_hash" text NOT NULL,
	"hint" text NOT NULL,
	"months" integer NOT NULL,
	"max_uses" integer NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"issued_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_codes_codeHash_unique" UNIQUE("code_hash")
);
--> statement-breakpoint
CREATE TABLE "membership_events" (
	"event_id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "membership_redemptions" (
	"code_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"redeemed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "membership_redemptions_code_id_user_id_pk" PRIMARY KEY("code_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"source" text DEFAULT 'granted' NOT NULL,
	"plan" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone,
	"interval" text,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"customer_id" text,
	"subscription_id" text,
	CONSTRAINT "memberships_user_id_source_pk" PRIMARY KEY("user_id","source"),
	CONSTRAINT "memberships_subscriptionId_unique" UNIQUE("subscription_id")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_synced" boolean NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
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
CREATE TABLE "two_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer
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
	"last_digest_day" date,
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
	"content_hash" text NOT NULL,
	"storage_key" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"seconds" double precision NOT NULL,
	"spans" jsonb NOT NULL,
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
	"low_confidence" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_sentence" text,
	"last_sentence" text,
	CONSTRAINT "sync_maps_book_id_chapter_number_pk" PRIMARY KEY("book_id","chapter_number")
);
--> statement-breakpoint
CREATE TABLE "book_stops" (
	"book_id" uuid NOT NULL,
	"format" text NOT NULL,
	"percent" smallint NOT NULL,
	"readers" integer NOT NULL,
	CONSTRAINT "book_stops_book_id_format_percent_pk" PRIMARY KEY("book_id","format","percent")
);
--> statement-breakpoint
CREATE TABLE "book_weeks" (
	"book_id" uuid NOT NULL,
	"week" date NOT NULL,
	"readers" integer NOT NULL,
	"listeners" integer NOT NULL,
	"minutes" integer NOT NULL,
	"finished" integer NOT NULL,
	CONSTRAINT "book_weeks_book_id_week_pk" PRIMARY KEY("book_id","week")
);
--> statement-breakpoint
CREATE TABLE "stats_runs" (
	"kind" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
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
CREATE TABLE "backups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"file_name" text NOT NULL,
	"bytes" bigint,
	"error" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_changes" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL,
	"field" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"source" text DEFAULT 'manual' NOT NULL,
	"bulk_id" uuid,
	"actor_id" uuid,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_redirects" (
	"old_id" text PRIMARY KEY NOT NULL,
	"book_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_revisions" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"target_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"has_text" boolean NOT NULL,
	"has_audio" boolean NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"applied_at" timestamp with time zone,
	"from_version" text DEFAULT '' NOT NULL,
	"to_version" text DEFAULT '' NOT NULL,
	"sentences" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "books" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"subtitle" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"direction" text DEFAULT 'ltr' NOT NULL,
	"kind" text DEFAULT 'book' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"state_reason" text DEFAULT '' NOT NULL,
	"state_changed_by" uuid,
	"version" integer DEFAULT 1 NOT NULL,
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
	"revision_of" uuid,
	"revised_at" timestamp with time zone,
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
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
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
CREATE TABLE "bulk_edit_books" (
	"bulk_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"changes" jsonb,
	"is_done" boolean DEFAULT false NOT NULL,
	CONSTRAINT "bulk_edit_books_bulk_id_book_id_pk" PRIMARY KEY("bulk_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_edits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"actor_id" uuid,
	"changes" jsonb NOT NULL,
	"csv_fields" jsonb,
	"state" text DEFAULT 'running' NOT NULL,
	"total" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenge_books" (
	"challenge_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	CONSTRAINT "challenge_books_challenge_id_book_id_pk" PRIMARY KEY("challenge_id","book_id")
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
CREATE TABLE "challenge_updates" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"challenge_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"title_arabic" text DEFAULT '' NOT NULL,
	"description_arabic" text DEFAULT '' NOT NULL,
	"goal" integer NOT NULL,
	"goal_type" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"genre_id" uuid,
	"community_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "champion_exclusions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"excluded_at" timestamp with time zone NOT NULL
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
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "city_names" (
	"name" text COLLATE "C" NOT NULL,
	"city_id" integer NOT NULL,
	"kind" smallint NOT NULL,
	"population" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_coauthors" (
	"book_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	CONSTRAINT "book_coauthors_book_id_user_id_pk" PRIMARY KEY("book_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "communities" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"rules" text DEFAULT '' NOT NULL,
	"genre_id" uuid,
	"language" text DEFAULT 'en' NOT NULL,
	"visibility" text NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"discussion_count" integer DEFAULT 0 NOT NULL,
	"open_discussion_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "communities_normalizedName_unique" UNIQUE("normalized_name")
);
--> statement-breakpoint
CREATE TABLE "community_books" (
	"community_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"chapters_per_week" smallint,
	"is_current" boolean DEFAULT false NOT NULL,
	CONSTRAINT "community_books_community_id_book_id_pk" PRIMARY KEY("community_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "community_invites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"community_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"max_uses" smallint NOT NULL,
	"uses" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "community_invites_tokenHash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "community_members" (
	"community_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text DEFAULT 'member' NOT NULL,
	"state" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"muted_until" timestamp with time zone,
	"since" timestamp with time zone NOT NULL,
	CONSTRAINT "community_members_community_id_user_id_pk" PRIMARY KEY("community_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "discussion_readers" (
	"user_id" uuid NOT NULL,
	"discussion_id" uuid NOT NULL,
	"read_number" integer DEFAULT -1 NOT NULL,
	"is_following" boolean DEFAULT false NOT NULL,
	"opened_at" timestamp with time zone,
	CONSTRAINT "discussion_readers_user_id_discussion_id_pk" PRIMARY KEY("user_id","discussion_id")
);
--> statement-breakpoint
CREATE TABLE "discussions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"community_id" uuid NOT NULL,
	"author_id" uuid,
	"title" text NOT NULL,
	"normalized_title" text NOT NULL,
	"state" text NOT NULL,
	"anchor_book_id" uuid,
	"anchor" jsonb,
	"anchor_text" double precision,
	"anchor_audio" double precision,
	"is_members_only" boolean DEFAULT false NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"active_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "post_drafts" (
	"user_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_drafts_user_id_subject_id_pk" PRIMARY KEY("user_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "post_likes" (
	"post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "post_likes_post_id_user_id_pk" PRIMARY KEY("post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "post_revisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"post_id" uuid NOT NULL,
	"source" text NOT NULL,
	"replaced_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"discussion_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"parent_id" uuid,
	"author_id" uuid,
	"client_id" uuid,
	"state" text NOT NULL,
	"source" text NOT NULL,
	"content" jsonb NOT NULL,
	"normalized_text" text NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"removed_reason" text DEFAULT '' NOT NULL,
	"removed_from" text,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "book_contributors" (
	"book_id" uuid NOT NULL,
	"contributor_id" uuid NOT NULL,
	"role" text NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	"credited_name" text,
	CONSTRAINT "book_contributors_book_id_contributor_id_role_pk" PRIMARY KEY("book_id","contributor_id","role")
);
--> statement-breakpoint
CREATE TABLE "contributors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"transliteration_key" text,
	"bio" text DEFAULT '' NOT NULL,
	"links" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"shows_picture" boolean DEFAULT false NOT NULL,
	"user_id" uuid,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL,
	CONSTRAINT "contributors_normalizedName_unique" UNIQUE("normalized_name")
);
--> statement-breakpoint
CREATE TABLE "corrections" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"book_id" uuid NOT NULL,
	"user_id" uuid,
	"sentence" text NOT NULL,
	"quote" text DEFAULT '' NOT NULL,
	"text" text NOT NULL,
	"message" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"revision_id" uuid
);
--> statement-breakpoint
CREATE TABLE "demo_items" (
	"kind" text NOT NULL,
	"id" uuid NOT NULL,
	CONSTRAINT "demo_items_kind_id_pk" PRIMARY KEY("kind","id")
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
	"measurement" jsonb,
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
	"normalized_text" text NOT NULL,
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
	"broken_links" jsonb,
	"sample" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quran_passages" (
	"book_id" uuid NOT NULL,
	"spine_index" integer NOT NULL,
	"content_hash" text NOT NULL,
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
CREATE TABLE "book_subjects" (
	"book_id" uuid NOT NULL,
	"subject_id" uuid NOT NULL,
	"position" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "book_subjects_book_id_subject_id_pk" PRIMARY KEY("book_id","subject_id")
);
--> statement-breakpoint
CREATE TABLE "subjects" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"normalized_name" text NOT NULL,
	"genre_id" uuid,
	"is_ignored" boolean DEFAULT false NOT NULL,
	CONSTRAINT "subjects_normalizedName_unique" UNIQUE("normalized_name")
);
--> statement-breakpoint
CREATE TABLE "genre_former_names" (
	"name" text PRIMARY KEY NOT NULL,
	"genre_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"icon" text,
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
	"counted_at" timestamp with time zone,
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
CREATE TABLE "merged_rows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"merge_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"row" jsonb NOT NULL,
	"is_duplicate" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "merges" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"from_id" uuid NOT NULL,
	"target_id" uuid NOT NULL,
	"from_row" jsonb NOT NULL,
	"filled_columns" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"actor_id" uuid,
	"merged_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "conversation_members" (
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"state" text NOT NULL,
	"delivered_number" integer DEFAULT 0 NOT NULL,
	"read_number" integer DEFAULT 0 NOT NULL,
	"from_number" integer DEFAULT 0 NOT NULL,
	"muted_until" timestamp with time zone,
	"joined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversation_members_conversation_id_user_id_pk" PRIMARY KEY("conversation_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pair" text,
	"title" text DEFAULT '' NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "conversations_pair_unique" UNIQUE("pair")
);
--> statement-breakpoint
CREATE TABLE "message_pictures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"uploader_id" uuid,
	"message_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL,
	"storage_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_pictures_storageKey_unique" UNIQUE("storage_key")
);
--> statement-breakpoint
CREATE TABLE "message_reactions" (
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"emoji" text NOT NULL,
	CONSTRAINT "message_reactions_message_id_user_id_pk" PRIMARY KEY("message_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"conversation_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"sender_id" uuid,
	"client_id" uuid NOT NULL,
	"source" text NOT NULL,
	"content" jsonb NOT NULL,
	"normalized_text" text NOT NULL,
	"reply_to_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "appeals" (
	"decision_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid
);
--> statement-breakpoint
CREATE TABLE "held_words" (
	"word" text PRIMARY KEY NOT NULL,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "moderation_decisions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_type" text,
	"subject_id" uuid,
	"text" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"until" timestamp with time zone,
	"actor_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"reported_user_id" uuid,
	"reporter_id" uuid,
	"community_id" uuid,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"snapshot" jsonb NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"decision" text DEFAULT '' NOT NULL
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
	"params" jsonb NOT NULL,
	"key" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"group_key" text DEFAULT '' NOT NULL,
	"actors" text[] DEFAULT '{}' NOT NULL,
	"actor_count" integer DEFAULT 0 NOT NULL,
	"in_app" boolean DEFAULT true NOT NULL,
	"is_for_digest" boolean DEFAULT false NOT NULL,
	"read_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notifications_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"notification_id" uuid NOT NULL,
	"actor" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"params" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notification_events_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contributor_id" uuid NOT NULL,
	"author_id" uuid,
	"client_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"user_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_user_id_blocked_id_pk" PRIMARY KEY("user_id","blocked_id")
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_user_id_kind_subject_id_pk" PRIMARY KEY("user_id","kind","subject_id")
);
--> statement-breakpoint
CREATE TABLE "friend_notices" (
	"user_id" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "friend_notices_user_id_friend_id_pk" PRIMARY KEY("user_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "friendships" (
	"user_id" uuid NOT NULL,
	"friend_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "friendships_user_id_friend_id_pk" PRIMARY KEY("user_id","friend_id")
);
--> statement-breakpoint
CREATE TABLE "mutes" (
	"user_id" uuid NOT NULL,
	"muted_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mutes_user_id_muted_id_pk" PRIMARY KEY("user_id","muted_id")
);
--> statement-breakpoint
CREATE TABLE "user_follows" (
	"user_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_follows_user_id_followed_id_pk" PRIMARY KEY("user_id","followed_id")
);
--> statement-breakpoint
CREATE TABLE "current_positions" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"locator" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"is_deliberate" boolean NOT NULL,
	CONSTRAINT "current_positions_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "position_events" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"locator" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"device_at" timestamp with time zone NOT NULL,
	"device" text NOT NULL,
	"is_deliberate" boolean NOT NULL,
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
	"profile" jsonb NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_keys_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"device_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"topic" text NOT NULL,
	"about" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"error" text,
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
CREATE TABLE "book_reach" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"coverage" double precision DEFAULT 0 NOT NULL,
	"text_reach" double precision DEFAULT 0 NOT NULL,
	"audio_reach" double precision DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_reach_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
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
	"public_ms" integer DEFAULT 0 NOT NULL,
	"public_pages" numeric(12, 3) DEFAULT 0 NOT NULL,
	"public_words" numeric(12, 3) DEFAULT 0 NOT NULL,
	"public_chapters" numeric(12, 3) DEFAULT 0 NOT NULL,
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
CREATE TABLE "review_votes" (
	"review_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "review_votes_review_id_user_id_pk" PRIMARY KEY("review_id","user_id")
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
	"hidden_reason" text DEFAULT '' NOT NULL,
	"helpful_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"edited_at" timestamp with time zone
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
CREATE TABLE "popular_books" (
	"book_id" uuid PRIMARY KEY NOT NULL,
	"normalized_title" text COLLATE "C" NOT NULL,
	"popularity" integer NOT NULL,
	"search_vector" "tsvector" DEFAULT ''::tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"book_count" integer NOT NULL,
	"transliteration_key" text
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
CREATE TABLE "site_settings" (
	"id" integer PRIMARY KEY NOT NULL,
	"settings" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "site_texts" (
	"key" text NOT NULL,
	"language" text NOT NULL,
	"version" integer NOT NULL,
	"markdown" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"changed_by" uuid,
	CONSTRAINT "site_texts_key_language_version_pk" PRIMARY KEY("key","language","version")
);
--> statement-breakpoint
CREATE TABLE "storage_checks" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"reads_content" boolean NOT NULL,
	"missing" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"missing_count" integer DEFAULT 0 NOT NULL,
	"altered" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"altered_count" integer DEFAULT 0 NOT NULL,
	"untracked" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"untracked_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
CREATE TABLE "contact_messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"topic" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"answered_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"answered_by" uuid
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
CREATE TABLE "count_checks" (
	"name" text PRIMARY KEY NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"wrong" integer NOT NULL,
	"examples" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"set_id" uuid NOT NULL,
	"path" text NOT NULL,
	"bytes" bigint NOT NULL,
	"digest" text DEFAULT '' NOT NULL,
	CONSTRAINT "upload_files_setId_path_unique" UNIQUE("set_id","path")
);
--> statement-breakpoint
CREATE TABLE "upload_sets" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"owner_id" uuid NOT NULL,
	"is_for_site" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"is_title_chosen" boolean DEFAULT false NOT NULL,
	"revision_of" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" jsonb,
	"book_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_tokens" ADD CONSTRAINT "account_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_checkouts" ADD CONSTRAINT "membership_checkouts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_codes" ADD CONSTRAINT "membership_codes_issued_by_users_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_redemptions" ADD CONSTRAINT "membership_redemptions_code_id_membership_codes_id_fk" FOREIGN KEY ("code_id") REFERENCES "public"."membership_codes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "membership_redemptions" ADD CONSTRAINT "membership_redemptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_consents" ADD CONSTRAINT "narration_consents_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narration_parts" ADD CONSTRAINT "narration_parts_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "narrations" ADD CONSTRAINT "narrations_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignment_anchors" ADD CONSTRAINT "alignment_anchors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignment_anchors" ADD CONSTRAINT "alignment_anchors_set_by_users_id_fk" FOREIGN KEY ("set_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alignments" ADD CONSTRAINT "alignments_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_maps" ADD CONSTRAINT "sync_maps_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_stops" ADD CONSTRAINT "book_stops_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_weeks" ADD CONSTRAINT "book_weeks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "author_applications" ADD CONSTRAINT "author_applications_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_changes" ADD CONSTRAINT "book_changes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_changes" ADD CONSTRAINT "book_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_redirects" ADD CONSTRAINT "book_redirects_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_revisions" ADD CONSTRAINT "book_revisions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_revisions" ADD CONSTRAINT "book_revisions_target_id_books_id_fk" FOREIGN KEY ("target_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_state_changed_by_users_id_fk" FOREIGN KEY ("state_changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_original_id_books_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_revision_of_books_id_fk" FOREIGN KEY ("revision_of") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edit_books" ADD CONSTRAINT "bulk_edit_books_bulk_id_bulk_edits_id_fk" FOREIGN KEY ("bulk_id") REFERENCES "public"."bulk_edits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edit_books" ADD CONSTRAINT "bulk_edit_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_edits" ADD CONSTRAINT "bulk_edits_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_books" ADD CONSTRAINT "challenge_books_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_books" ADD CONSTRAINT "challenge_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_members" ADD CONSTRAINT "challenge_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_updates" ADD CONSTRAINT "challenge_updates_challenge_id_challenges_id_fk" FOREIGN KEY ("challenge_id") REFERENCES "public"."challenges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenge_updates" ADD CONSTRAINT "challenge_updates_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "champion_exclusions" ADD CONSTRAINT "champion_exclusions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "finished_book_totals" ADD CONSTRAINT "finished_book_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_coauthors" ADD CONSTRAINT "book_coauthors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_coauthors" ADD CONSTRAINT "book_coauthors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "communities" ADD CONSTRAINT "communities_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_books" ADD CONSTRAINT "community_books_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_books" ADD CONSTRAINT "community_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_invites" ADD CONSTRAINT "community_invites_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_members" ADD CONSTRAINT "community_members_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "community_members" ADD CONSTRAINT "community_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_readers" ADD CONSTRAINT "discussion_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussion_readers" ADD CONSTRAINT "discussion_readers_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "discussions" ADD CONSTRAINT "discussions_anchor_book_id_books_id_fk" FOREIGN KEY ("anchor_book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_drafts" ADD CONSTRAINT "post_drafts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "popular_books" ADD CONSTRAINT "popular_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_likes" ADD CONSTRAINT "post_likes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "post_revisions" ADD CONSTRAINT "post_revisions_post_id_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_discussion_id_discussions_id_fk" FOREIGN KEY ("discussion_id") REFERENCES "public"."discussions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contributors" ADD CONSTRAINT "book_contributors_contributor_id_contributors_id_fk" FOREIGN KEY ("contributor_id") REFERENCES "public"."contributors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributors" ADD CONSTRAINT "contributors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_revision_id_books_id_fk" FOREIGN KEY ("revision_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "book_subjects" ADD CONSTRAINT "book_subjects_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_subjects" ADD CONSTRAINT "book_subjects_subject_id_subjects_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."subjects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subjects" ADD CONSTRAINT "subjects_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genre_former_names" ADD CONSTRAINT "genre_former_names_genre_id_genres_id_fk" FOREIGN KEY ("genre_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
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
ALTER TABLE "merged_rows" ADD CONSTRAINT "merged_rows_merge_id_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."merges"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merges" ADD CONSTRAINT "merges_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_members" ADD CONSTRAINT "conversation_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_uploader_id_users_id_fk" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_sender_id_users_id_fk" FOREIGN KEY ("sender_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_reply_to_id_messages_id_fk" FOREIGN KEY ("reply_to_id") REFERENCES "public"."messages"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decision_id_moderation_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."moderation_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appeals" ADD CONSTRAINT "appeals_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moderation_decisions" ADD CONSTRAINT "moderation_decisions_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reported_user_id_users_id_fk" FOREIGN KEY ("reported_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_community_id_communities_id_fk" FOREIGN KEY ("community_id") REFERENCES "public"."communities"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_contributor_id_contributors_id_fk" FOREIGN KEY ("contributor_id") REFERENCES "public"."contributors"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_notices" ADD CONSTRAINT "friend_notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friend_notices" ADD CONSTRAINT "friend_notices_friend_id_users_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "friendships" ADD CONSTRAINT "friendships_friend_id_users_id_fk" FOREIGN KEY ("friend_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mutes" ADD CONSTRAINT "mutes_muted_id_users_id_fk" FOREIGN KEY ("muted_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_follows" ADD CONSTRAINT "user_follows_followed_id_users_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "current_positions" ADD CONSTRAINT "current_positions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "position_events" ADD CONSTRAINT "position_events_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_notifications" ADD CONSTRAINT "prayer_notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prayer_profiles" ADD CONSTRAINT "prayer_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_devices" ADD CONSTRAINT "push_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_messages" ADD CONSTRAINT "push_messages_device_id_push_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."push_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reach" ADD CONSTRAINT "book_reach_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_reach" ADD CONSTRAINT "book_reach_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_session_ids" ADD CONSTRAINT "deleted_session_ids_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_days" ADD CONSTRAINT "reading_days_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_sessions" ADD CONSTRAINT "reading_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_period_totals" ADD CONSTRAINT "user_period_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_books" ADD CONSTRAINT "imported_books_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imported_books" ADD CONSTRAINT "imported_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_texts" ADD CONSTRAINT "site_texts_changed_by_users_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "storage_copies" ADD CONSTRAINT "storage_copies_migration_id_storage_migrations_id_fk" FOREIGN KEY ("migration_id") REFERENCES "public"."storage_migrations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_answered_by_users_id_fk" FOREIGN KEY ("answered_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_tasks" ADD CONSTRAINT "book_tasks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_files" ADD CONSTRAINT "upload_files_set_id_upload_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."upload_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_revision_of_books_id_fk" FOREIGN KEY ("revision_of") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sets" ADD CONSTRAINT "upload_sets_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_tokens_user_id_index" ON "account_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_log_at_index" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor_id_id_index" ON "audit_log" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "audit_log_action_id_index" ON "audit_log" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "audit_log_target_index" ON "audit_log" USING btree ("target");--> statement-breakpoint
CREATE INDEX "data_exports_user_id_requested_at_index" ON "data_exports" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "emails_created_at_index" ON "emails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "emails_about" ON "emails" USING btree ("about") WHERE about <> '';--> statement-breakpoint
CREATE INDEX "identities_user_id_index" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "membership_codes_created_at_index" ON "membership_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "membership_redemptions_user_id_index" ON "membership_redemptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_user_id_index" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_user_id_index" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_idle_until_index" ON "sessions" USING btree ("idle_until");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_lower" ON "users" USING btree (lower("username"));--> statement-breakpoint
CREATE INDEX "users_names" ON "users" USING gin (lower("username") gin_trgm_ops,lower("first_name" || ' ' || "last_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_excluded_from_champions" ON "users" USING btree ("id") WHERE preferences @> '{"showsAmongChampions": false}' or deletion_requested_at is not null or suspended_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "author_applications_one_open" ON "author_applications" USING btree ("user_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "author_applications_newest" ON "author_applications" USING btree ("state","applied_at","id");--> statement-breakpoint
CREATE INDEX "author_applications_of_user" ON "author_applications" USING btree ("user_id","applied_at");--> statement-breakpoint
CREATE INDEX "backups_newest" ON "backups" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "book_changes_newest" ON "book_changes" USING btree ("book_id","id");--> statement-breakpoint
CREATE INDEX "book_changes_bulk" ON "book_changes" USING btree ("bulk_id") WHERE bulk_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "book_revisions_number" ON "book_revisions" USING btree ("target_id","number");--> statement-breakpoint
CREATE INDEX "books_newest" ON "books" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_best" ON "books" USING btree ((coalesce(average_rating, 0)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_worst" ON "books" USING btree ((coalesce(average_rating, 9)),"id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_popular" ON "books" USING btree ("popularity","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_by_title" ON "books" USING btree ("normalized_title","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_scripture" ON "books" USING btree ("id") WHERE kind = 'scripture';--> statement-breakpoint
CREATE INDEX "books_coming" ON "books" USING btree ("release_at","id") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "books_search" ON "books" USING gin ("search_vector") WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "books_search_titles" ON "books" USING gin (ts_filter(search_vector, '{a}')) WITH (gin_pending_list_limit=64);--> statement-breakpoint
CREATE INDEX "books_by_language" ON "books" USING btree ("language","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_by_language_and_title" ON "books" USING btree ("language","normalized_title","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "books_audio" ON "books" USING btree ("created_at","id") WHERE state = 'published' and has_audiobook and not is_narrated;--> statement-breakpoint
CREATE INDEX "books_synced" ON "books" USING btree ("is_demo" DESC NULLS LAST,"created_at","id") WHERE state = 'published' and is_free and has_sync_map;--> statement-breakpoint
CREATE INDEX "books_isbns" ON "books" USING gin ("isbns");--> statement-breakpoint
CREATE INDEX "books_owner" ON "books" USING btree ("owner_id");--> statement-breakpoint
CREATE UNIQUE INDEX "books_source_of_owner" ON "books" USING btree ("source_hash",coalesce(owner_id, '00000000-0000-0000-0000-000000000000'::uuid));--> statement-breakpoint
CREATE INDEX "books_updated" ON "books" USING btree ("updated_at","id") WHERE revision_of is null;--> statement-breakpoint
CREATE INDEX "books_all_by_creation" ON "books" USING btree ("created_at","id") WHERE revision_of is null;--> statement-breakpoint
CREATE INDEX "books_all_by_title" ON "books" USING btree ("normalized_title","id") WHERE revision_of is null;--> statement-breakpoint
CREATE INDEX "books_all_by_popularity" ON "books" USING btree ("popularity","id") WHERE revision_of is null;--> statement-breakpoint
CREATE INDEX "books_unpublished" ON "books" USING btree ("state") WHERE state <> 'published';--> statement-breakpoint
CREATE INDEX "books_series" ON "books" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "books_revisions" ON "books" USING btree ("revision_of") WHERE revision_of is not null;--> statement-breakpoint
CREATE INDEX "books_translations" ON "books" USING btree ("original_id") WHERE original_id is not null;--> statement-breakpoint
CREATE INDEX "series_search" ON "series" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "bulk_edit_books_book_id_index" ON "bulk_edit_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "bulk_edits_newest" ON "bulk_edits" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "challenge_books_book_id_index" ON "challenge_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "challenge_members_user_id_index" ON "challenge_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "challenge_updates_challenge_id_created_at_index" ON "challenge_updates" USING btree ("challenge_id","created_at");--> statement-breakpoint
CREATE INDEX "challenge_updates_author_id_index" ON "challenge_updates" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "challenges_of_community" ON "challenges" USING btree ("community_id","ends_at");--> statement-breakpoint
CREATE INDEX "challenges_running" ON "challenges" USING btree ("ends_at","id");--> statement-breakpoint
CREATE INDEX "challenges_beginning" ON "challenges" USING btree ("starts_at","id");--> statement-breakpoint
CREATE INDEX "finished_book_totals_best" ON "finished_book_totals" USING btree ("period","count" desc,"reached_at","user_id");--> statement-breakpoint
CREATE INDEX "city_names_name" ON "city_names" USING btree ("name","kind","population","city_id");--> statement-breakpoint
CREATE INDEX "book_coauthors_user" ON "book_coauthors" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "merged_rows_merge_id_index" ON "merged_rows" USING btree ("merge_id");--> statement-breakpoint
CREATE INDEX "merges_kind_merged_at_index" ON "merges" USING btree ("kind","merged_at");--> statement-breakpoint
CREATE INDEX "merges_from_id_index" ON "merges" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "merges_actor_id_index" ON "merges" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "communities_largest" ON "communities" USING btree ("member_count" desc,"id");--> statement-breakpoint
CREATE INDEX "communities_by_genre" ON "communities" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "community_books_book_id_index" ON "community_books" USING btree ("book_id");--> statement-breakpoint
CREATE UNIQUE INDEX "community_books_one_current" ON "community_books" USING btree ("community_id") WHERE is_current;--> statement-breakpoint
CREATE INDEX "community_invites_community_id_index" ON "community_invites" USING btree ("community_id");--> statement-breakpoint
CREATE INDEX "community_members_of_user" ON "community_members" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "community_members_by_state" ON "community_members" USING btree ("community_id","state","since","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "community_members_one_owner" ON "community_members" USING btree ("community_id") WHERE role = 'owner';--> statement-breakpoint
CREATE INDEX "discussion_followers" ON "discussion_readers" USING btree ("discussion_id") WHERE is_following;--> statement-breakpoint
CREATE INDEX "discussions_active" ON "discussions" USING btree ("community_id","is_pinned","active_at","id");--> statement-breakpoint
CREATE INDEX "discussions_latest" ON "discussions" USING btree ("community_id","active_at","id");--> statement-breakpoint
CREATE INDEX "discussions_anchored" ON "discussions" USING btree ("community_id") WHERE anchor_book_id is not null;--> statement-breakpoint
CREATE INDEX "discussions_of_author" ON "discussions" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "discussions_of_book" ON "discussions" USING btree ("anchor_book_id");--> statement-breakpoint
CREATE INDEX "post_likes_user_id_index" ON "post_likes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "post_revisions_post_id_replaced_at_index" ON "post_revisions" USING btree ("post_id","replaced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_in_order" ON "posts" USING btree ("discussion_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_once" ON "posts" USING btree ("author_id","client_id");--> statement-breakpoint
CREATE INDEX "posts_of_author" ON "posts" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "posts_held" ON "posts" USING btree ("created_at") WHERE state = 'held';--> statement-breakpoint
CREATE INDEX "book_contributors_contributor_id_index" ON "book_contributors" USING btree ("contributor_id");--> statement-breakpoint
CREATE INDEX "contributors_search" ON "contributors" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "contributors_transliterations" ON "contributors" USING btree ("transliteration_key");--> statement-breakpoint
CREATE INDEX "corrections_of_book" ON "corrections" USING btree ("book_id","created_at");--> statement-breakpoint
CREATE INDEX "corrections_by_state" ON "corrections" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "corrections_of_reader" ON "corrections" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "book_genres_genre_id_index" ON "book_genres" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "book_tropes_trope_id_index" ON "book_tropes" USING btree ("trope_id");--> statement-breakpoint
CREATE INDEX "book_subjects_subject_id_index" ON "book_subjects" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "subjects_genre_id_index" ON "subjects" USING btree ("genre_id");--> statement-breakpoint
CREATE INDEX "genre_former_names_genre_id_index" ON "genre_former_names" USING btree ("genre_id");--> statement-breakpoint
CREATE UNIQUE INDEX "goals_unique_kind" ON "goals" USING btree ("user_id","kind") WHERE book_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "goals_unique_book" ON "goals" USING btree ("user_id","book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "library_newest" ON "library_entries" USING btree ("user_id","updated_at","book_id");--> statement-breakpoint
CREATE INDEX "library_by_book" ON "library_entries" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "library_finished" ON "library_entries" USING btree ("user_id","finished_at") WHERE finished_at is not null;--> statement-breakpoint
CREATE INDEX "library_counted" ON "library_entries" USING btree ("user_id","counted_at") WHERE counted_at is not null;--> statement-breakpoint
CREATE INDEX "release_alerts_user_id_index" ON "release_alerts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "conversation_members_of_user" ON "conversation_members" USING btree ("user_id","state");--> statement-breakpoint
CREATE INDEX "message_pictures_message_id_index" ON "message_pictures" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "message_pictures_unsent" ON "message_pictures" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "message_reactions_user_id_index" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_in_order" ON "messages" USING btree ("conversation_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "messages_once" ON "messages" USING btree ("sender_id","client_id");--> statement-breakpoint
CREATE INDEX "messages_of_sender" ON "messages" USING btree ("sender_id","created_at");--> statement-breakpoint
CREATE INDEX "messages_replies" ON "messages" USING btree ("reply_to_id") WHERE reply_to_id is not null;--> statement-breakpoint
CREATE INDEX "appeals_open" ON "appeals" USING btree ("created_at","decision_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "moderation_decisions_user_id_created_at_index" ON "moderation_decisions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "moderation_decisions_of_subject" ON "moderation_decisions" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reports_once" ON "reports" USING btree ("reporter_id","subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "reports_open" ON "reports" USING btree ("created_at") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "reports_of_subject" ON "reports" USING btree ("subject_type","subject_id");--> statement-breakpoint
CREATE INDEX "reports_of_reported_user" ON "reports" USING btree ("reported_user_id");--> statement-breakpoint
CREATE INDEX "reports_of_community" ON "reports" USING btree ("community_id","state");--> statement-breakpoint
CREATE INDEX "notifications_newest" ON "notifications" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE read_at is null and in_app;--> statement-breakpoint
CREATE INDEX "notifications_for_digest" ON "notifications" USING btree ("user_id","created_at") WHERE is_for_digest;--> statement-breakpoint
CREATE INDEX "notifications_of_subject" ON "notifications" USING btree ("subject") WHERE subject <> '';--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_group" ON "notifications" USING btree ("user_id","group_key") WHERE group_key <> '' and read_at is null and in_app;--> statement-breakpoint
CREATE INDEX "notifications_of_group" ON "notifications" USING btree ("group_key") WHERE group_key <> '';--> statement-breakpoint
CREATE INDEX "notification_events_newest" ON "notification_events" USING btree ("notification_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_events_of_subject" ON "notification_events" USING btree ("subject") WHERE subject <> '';--> statement-breakpoint
CREATE INDEX "announcements_contributor_id_created_at_index" ON "announcements" USING btree ("contributor_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_once" ON "announcements" USING btree ("author_id","client_id");--> statement-breakpoint
CREATE INDEX "blocks_of_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE INDEX "follows_of_subject" ON "follows" USING btree ("kind","subject_id","user_id");--> statement-breakpoint
CREATE INDEX "friend_notices_friend_id_index" ON "friend_notices" USING btree ("friend_id");--> statement-breakpoint
CREATE INDEX "friendships_of_friend" ON "friendships" USING btree ("friend_id","state");--> statement-breakpoint
CREATE INDEX "friendships_requests" ON "friendships" USING btree ("user_id","created_at") WHERE state = 'requested';--> statement-breakpoint
CREATE INDEX "mutes_muted_id_index" ON "mutes" USING btree ("muted_id");--> statement-breakpoint
CREATE INDEX "user_follows_followed_id_index" ON "user_follows" USING btree ("followed_id");--> statement-breakpoint
CREATE INDEX "position_events_newest" ON "position_events" USING btree ("user_id","book_id","at" desc,"device_at" desc,"is_deliberate" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "prayer_notifications_due" ON "prayer_notifications" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "prayer_profiles_to_plan" ON "prayer_profiles" USING btree ("planned_until","times_key");--> statement-breakpoint
CREATE INDEX "push_devices_user_id_index" ON "push_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_devices_session_hash_index" ON "push_devices" USING btree ("session_hash");--> statement-breakpoint
CREATE INDEX "push_messages_device_id_index" ON "push_messages" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "push_messages_created_at_index" ON "push_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_messages_about" ON "push_messages" USING btree ("about") WHERE about <> '';--> statement-breakpoint
CREATE INDEX "rate_limits_ends_at_index" ON "rate_limits" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "book_reach_book_id_index" ON "book_reach" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "reading_days_changed" ON "reading_days" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "reading_sessions_by_book" ON "reading_sessions" USING btree ("user_id","book_id");--> statement-breakpoint
CREATE INDEX "reading_sessions_by_time" ON "reading_sessions" USING btree ("user_id","started_at","id");--> statement-breakpoint
CREATE INDEX "reading_sessions_deleted" ON "reading_sessions" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "user_period_totals_best" ON "user_period_totals" USING btree ("kind","period","amount" desc,"reached_at","user_id");--> statement-breakpoint
CREATE INDEX "review_votes_user_id_index" ON "review_votes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_unique" ON "reviews" USING btree ("book_id","user_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" USING btree ("book_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reviews_helpful" ON "reviews" USING btree ("book_id","helpful_count","id");--> statement-breakpoint
CREATE INDEX "reviews_of_user" ON "reviews" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "search_words_trigrams" ON "search_words" USING gin ("word" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_words_transliterations" ON "search_words" USING btree ("transliteration_key","book_count" DESC NULLS LAST,"word") WHERE transliteration_key <> '';--> statement-breakpoint
CREATE INDEX "popular_books_search" ON "popular_books" USING gin ("search_vector");--> statement-breakpoint
CREATE INDEX "popular_books_titles" ON "popular_books" USING gin (ts_filter(search_vector, '{a}'));--> statement-breakpoint
CREATE INDEX "search_words_without_key" ON "search_words" USING btree ("word") WHERE transliteration_key is null;--> statement-breakpoint
CREATE INDEX "imported_books_finished" ON "imported_books" USING btree ("user_id","finished_on") WHERE finished_on is not null;--> statement-breakpoint
CREATE INDEX "imported_books_of_book" ON "imported_books" USING btree ("book_id") WHERE book_id is not null;--> statement-breakpoint
CREATE INDEX "storage_checks_newest" ON "storage_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "storage_migrations_newest" ON "storage_migrations" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "contact_messages_created_at_index" ON "contact_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "contact_messages_user_id_index" ON "contact_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "upload_sets_of_owner" ON "upload_sets" USING btree ("owner_id","state");--> statement-breakpoint
CREATE INDEX "upload_sets_expires_at_index" ON "upload_sets" USING btree ("expires_at");
--> statement-breakpoint
-- Free space on each page lets updates of claimed rows stay on it (heap-only tuples).
ALTER TABLE "prayer_notifications" SET (fillfactor = 70);
--> statement-breakpoint
ALTER TABLE "push_devices" SET (fillfactor = 85);
