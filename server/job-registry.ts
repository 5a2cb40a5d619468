import { accountsJobs } from "./features/accounts/jobs.ts";
import { narrateBooks } from "./features/ai-narration/jobs.ts";
import { alignBooks, purgeReferenceSpeech } from "./features/alignment/jobs.ts";
import { updateBookStats } from "./features/author-stats/jobs.ts";
import { scheduledBackup } from "./features/backups/service.ts";
import { purgeStorage } from "./features/book-import/jobs.ts";
import { readPrintedPages } from "./features/book-import/read-printed-pages.ts";
import { createCover } from "./features/book-import/tasks.ts";
import { releaseBooks } from "./features/books/detail/release.ts";
import { computeDigests } from "./features/books/digests/digests.ts";
import { countWords, updateSearchWords } from "./features/books/jobs.ts";
import { challengesJobs } from "./features/challenges/jobs.ts";
import { maintainCommunities, notifyPost } from "./features/community/jobs.ts";
import { purgeDecisionTexts } from "./features/decisions/jobs.ts";
import { notifyAnnouncement, notifyBookFollowers } from "./features/follows/jobs.ts";
import { notifyRelease } from "./features/library/jobs.ts";
import { maintainTogetherSessions } from "./features/listen-together/jobs.ts";
import { membershipsJobs } from "./features/memberships/jobs.ts";
import { notifyMessage, removePictures } from "./features/messages/jobs.ts";
import { purgeMessagePictures } from "./features/messages/maintenance.ts";
import { purgeReportSnapshots } from "./features/moderation/jobs.ts";
import { eraseMarks } from "./features/notebook/jobs.ts";
import { digests, purgeNotifications } from "./features/notifications/jobs.ts";
import { archivePositions } from "./features/position-archive/jobs.ts";
import { prayerNotificationJobs } from "./features/prayer-notifications/jobs.ts";
import { runBulkEdit, runBulkUndo } from "./features/publishing/bulk-edits.ts";
import { checkBookFiles } from "./features/publishing/file-checks/jobs.ts";
import { purgeReplacedFiles } from "./features/publishing/revisions/jobs.ts";
import { pushJobs } from "./features/push/jobs.ts";
import { activityJobs } from "./features/reading-activity/jobs.ts";
import { announceShelfBooks, notifyShelfFollowers } from "./features/shelves/jobs.ts";
import { staffJobs } from "./features/staff/jobs.ts";
import { migrateStorage } from "./features/storage-admin/migrate-storage.ts";
import { checkStorage } from "./features/storage-admin/service.ts";
import { purgeContactMessages } from "./features/support/jobs.ts";
import { maintainPartitions } from "./features/system/jobs.ts";
import { importUpload } from "./features/uploads/finish-upload.ts";
import { purgeUploads } from "./features/uploads/jobs.ts";
import { webhookJobs } from "./features/webhooks/jobs.ts";
import type { AnyJob } from "./jobs/jobs.ts";

/** All background jobs, for the worker. */
export const jobs: readonly AnyJob[] = [
  ...accountsJobs,
  ...challengesJobs,
  ...activityJobs,
  ...pushJobs,
  ...membershipsJobs,
  ...webhookJobs,
  ...prayerNotificationJobs,
  ...staffJobs,
  maintainCommunities,
  notifyPost,
  notifyMessage,
  removePictures,
  purgeMessagePictures,
  maintainTogetherSessions,
  notifyBookFollowers,
  notifyAnnouncement,
  announceShelfBooks,
  notifyShelfFollowers,
  purgeNotifications,
  digests,
  eraseMarks,
  purgeReportSnapshots,
  purgeDecisionTexts,
  alignBooks,
  computeDigests,
  countWords,
  runBulkEdit,
  runBulkUndo,
  purgeReplacedFiles,
  checkBookFiles,
  scheduledBackup,
  updateBookStats,
  maintainPartitions,
  archivePositions,
  checkStorage,
  migrateStorage,
  importUpload,
  purgeUploads,
  updateSearchWords,
  createCover,
  narrateBooks,
  releaseBooks,
  notifyRelease,
  purgeContactMessages,
  purgeReferenceSpeech,
  purgeStorage,
  readPrintedPages,
];
