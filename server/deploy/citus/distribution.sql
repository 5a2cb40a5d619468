-- The distribution of Maktaba's tables with Citus. NOT RUN: the extension is not packaged for the machine of the tests, which
-- check only that every table is here once, and that keys and foreign keys fit (distribution.test.ts).
--
-- Step after partitions: see "From one machine to many" in .github/OPERATIONS.md. Run on the coordinator, on a migrated database,
-- with the site stopped. The statements of the site that touch more than one reader, and why, are in
-- server/testing/sharding/crossing-statements.json.

create extension if not exists citus;

-- Triggers of distributed tables write only rows of the same reader, in tables of the same shard.
set citus.enable_unsafe_triggers = on;

-- 1. Keys. Every unique key of a distributed table must contain the reader.

alter table notification_events drop constraint notification_events_notification_id_notifications_id_fk;
alter table notifications drop constraint notifications_pkey, add primary key (user_id, id);
alter table imported_books drop constraint imported_books_pkey, add primary key (user_id, id);
alter table shared_marks drop constraint shared_marks_pkey, add primary key (user_id, id);

-- 2. Reference tables: on every node, joined with a reader's rows there. What readers write rarely, or read of each other.

select create_reference_table('alignment_anchors');
select create_reference_table('alignments');
select create_reference_table('audio_files');
select create_reference_table('blocks');
select create_reference_table('book_coauthors');
select create_reference_table('book_contributors');
select create_reference_table('book_genres');
select create_reference_table('book_redirects');
select create_reference_table('book_revisions');
select create_reference_table('book_subjects');
select create_reference_table('book_tropes');
select create_reference_table('books');
select create_reference_table('challenge_books');
select create_reference_table('challenge_members');
select create_reference_table('challenge_updates');
select create_reference_table('challenges');
select create_reference_table('champion_exclusions');
select create_reference_table('chapters');
select create_reference_table('cities');
select create_reference_table('city_lists');
select create_reference_table('city_names');
select create_reference_table('communities');
select create_reference_table('community_books');
select create_reference_table('community_members');
select create_reference_table('contributors');
select create_reference_table('discussions');
select create_reference_table('ebook_digests');
select create_reference_table('ebook_texts');
select create_reference_table('ebooks');
select create_reference_table('exact_counts');
select create_reference_table('friendships');
select create_reference_table('genre_former_names');
select create_reference_table('genres');
select create_reference_table('glossaries');
select create_reference_table('held_words');
select create_reference_table('media_overlay_marks');
select create_reference_table('media_overlays');
select create_reference_table('memberships');
select create_reference_table('mutes');
select create_reference_table('popular_books');
select create_reference_table('posts');
select create_reference_table('prayer_defaults');
select create_reference_table('quran_passages');
select create_reference_table('reviews');
select create_reference_table('search_words');
select create_reference_table('series');
select create_reference_table('shelf_books');
select create_reference_table('shelves');
select create_reference_table('site_settings');
select create_reference_table('site_texts');
select create_reference_table('subjects');
select create_reference_table('sync_maps');
select create_reference_table('tropes');
select create_reference_table('user_follows');
select create_reference_table('users');

-- 3. Distributed tables: one reader's rows of all of them are on one node.

select create_distributed_table('library_entries', 'user_id');
select create_distributed_table('book_player_settings', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('book_reach', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('book_reader_settings', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('current_positions', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('deleted_session_ids', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('discussion_readers', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('finished_book_totals', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('follows', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('goals', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('imported_books', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('koreader_progress', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('mark_reviews', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('mark_tags', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('marks', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('notebook_items', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('notification_events', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('notification_settings', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('notifications', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('position_events', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('post_drafts', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('prayer_notifications', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('prayer_profiles', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('queued_books', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('reader_settings', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('reading_days', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('reading_sessions', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('release_alerts', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('user_period_totals', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('vocabulary', 'user_id', colocate_with => 'library_entries');
select create_distributed_table('shared_marks', 'user_id', colocate_with => 'library_entries');

alter table notification_events add constraint notification_events_notification
  foreign key (user_id, notification_id) references notifications (user_id, id) on delete cascade;

-- 4. Local tables: on the coordinator only. Found by other keys than the reader (tokens, devices), shared by readers
-- (messages), or of the staff.

select citus_add_local_table_to_metadata('account_tokens');
select citus_add_local_table_to_metadata('announcements');
select citus_add_local_table_to_metadata('app_tokens');
select citus_add_local_table_to_metadata('appeals');
select citus_add_local_table_to_metadata('audit_log');
select citus_add_local_table_to_metadata('author_applications');
select citus_add_local_table_to_metadata('backups');
select citus_add_local_table_to_metadata('book_changes');
select citus_add_local_table_to_metadata('book_stops');
select citus_add_local_table_to_metadata('book_tasks');
select citus_add_local_table_to_metadata('book_weeks');
select citus_add_local_table_to_metadata('bulk_edit_books');
select citus_add_local_table_to_metadata('bulk_edits');
select citus_add_local_table_to_metadata('community_invites');
select citus_add_local_table_to_metadata('contact_messages');
select citus_add_local_table_to_metadata('conversation_members');
select citus_add_local_table_to_metadata('conversations');
select citus_add_local_table_to_metadata('corrections');
select citus_add_local_table_to_metadata('count_checks');
select citus_add_local_table_to_metadata('data_exports');
select citus_add_local_table_to_metadata('demo_items');
select citus_add_local_table_to_metadata('emails');
select citus_add_local_table_to_metadata('friend_notices');
select citus_add_local_table_to_metadata('glossary_versions');
select citus_add_local_table_to_metadata('identities');
select citus_add_local_table_to_metadata('install_flags');
select citus_add_local_table_to_metadata('kobo_books');
select citus_add_local_table_to_metadata('membership_cancellations');
select citus_add_local_table_to_metadata('membership_checkouts');
select citus_add_local_table_to_metadata('membership_codes');
select citus_add_local_table_to_metadata('membership_events');
select citus_add_local_table_to_metadata('membership_redemptions');
select citus_add_local_table_to_metadata('merged_rows');
select citus_add_local_table_to_metadata('merges');
select citus_add_local_table_to_metadata('message_pictures');
select citus_add_local_table_to_metadata('message_reactions');
select citus_add_local_table_to_metadata('messages');
select citus_add_local_table_to_metadata('moderation_decisions');
select citus_add_local_table_to_metadata('narration_consents');
select citus_add_local_table_to_metadata('narration_parts');
select citus_add_local_table_to_metadata('narrations');
select citus_add_local_table_to_metadata('passkeys');
select citus_add_local_table_to_metadata('pending_search_words');
select citus_add_local_table_to_metadata('position_archives');
select citus_add_local_table_to_metadata('post_likes');
select citus_add_local_table_to_metadata('post_revisions');
select citus_add_local_table_to_metadata('prayer_recordings');
select citus_add_local_table_to_metadata('push_devices');
select citus_add_local_table_to_metadata('push_keys');
select citus_add_local_table_to_metadata('push_messages');
select citus_add_local_table_to_metadata('rate_limits');
select citus_add_local_table_to_metadata('recovery_codes');
select citus_add_local_table_to_metadata('reports');
select citus_add_local_table_to_metadata('review_votes');
select citus_add_local_table_to_metadata('sessions');
select citus_add_local_table_to_metadata('stats_runs');
select citus_add_local_table_to_metadata('storage_checks');
select citus_add_local_table_to_metadata('storage_copies');
select citus_add_local_table_to_metadata('storage_migrations');
select citus_add_local_table_to_metadata('together_members');
select citus_add_local_table_to_metadata('together_sessions');
select citus_add_local_table_to_metadata('two_factor');
select citus_add_local_table_to_metadata('upload_files');
select citus_add_local_table_to_metadata('upload_sets');
select citus_add_local_table_to_metadata('verified_quotes');
select citus_add_local_table_to_metadata('webhook_deliveries');
select citus_add_local_table_to_metadata('webhooks');

-- 5. Open before this can run:
--
-- - record_positions(given, received) stores a batch of many readers: it must be called once for each node, or be distributed
--   with one reader a call (create_distributed_function).
-- - Triggers with transition tables on reference tables (books, reviews, ...) must become statements of the service.
-- - push_devices_deleted runs on the coordinator and deletes rows of a distributed table, as does deleting a user.
-- - reading_days_once is "nulls not distinct": PostgreSQL 15 or newer on every node.
-- - messages can be distributed by conversation once message_reactions has its id.
-- - Job queues, sessions and rate limits stay on the coordinator; pg_notify is heard there only.
