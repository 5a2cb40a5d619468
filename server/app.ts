import type { RequestListener } from "node:http";
import express, { type Request } from "express";
import { accountsContract } from "#shared/accounts/contract.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { markImportContract } from "#shared/notebook/import-contract.ts";
import { mailStreams } from "#shared/notifications/mail.ts";
import { opdsRoots } from "#shared/opds/contract.ts";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { publishingContract } from "#shared/publishing/contract.ts";
import { csvContract } from "#shared/publishing/csv.ts";
import { optimizedReaderPath } from "#shared/reader/optimized-reader.ts";
import { shelfImportContract } from "#shared/shelf-import/contract.ts";
import { uploadStreams } from "#shared/uploads/contract.ts";
import { findTokenOwner } from "./features/accounts/app-tokens/find-token-owner.ts";
import { accountsRoutes } from "./features/accounts/routes.ts";
import { findUser } from "./features/accounts/service.ts";
import { adminRoutes } from "./features/admin/routes.ts";
import { aiNarrationRoutes } from "./features/ai-narration/routes.ts";
import { alignmentRoutes } from "./features/alignment/routes.ts";
import { authorStatsRoutes, authorStatsStreamRoutes } from "./features/author-stats/routes.ts";
import { authorsRoutes } from "./features/authors/routes.ts";
import { redirectsRoutes } from "./features/books/detail/redirects.ts";
import { booksRoutes, previewRoutes } from "./features/books/routes.ts";
import { booksStreamRoutes } from "./features/books/streams.ts";
import {
  challengesRoutes,
  challengesStaffRoutes,
  challengeUpdatesRoutes,
  communityChallengesRoutes,
  exclusionsRoutes,
} from "./features/challenges/routes.ts";
import { citiesRoutes } from "./features/cities/routes.ts";
import { coauthorsRoutes } from "./features/coauthors/routes.ts";
import { communityRoutes } from "./features/community/routes.ts";
import { correctionsRoutes } from "./features/corrections/routes.ts";
import {
  dictionaryRoutes,
  dictionaryStreamRoutes,
  vocabularyRoutes,
  vocabularyStreamRoutes,
} from "./features/dictionary/routes.ts";
import { eventRoutes } from "./features/events/routes.ts";
import { announcementsRoutes, followsRoutes } from "./features/follows/routes.ts";
import { goalsRoutes } from "./features/goals/routes.ts";
import { healthRoutes } from "./features/health/routes.ts";
import { koboRoutes } from "./features/kobo/routes.ts";
import { koreaderRoutes } from "./features/koreader/routes.ts";
import { libraryRoutes, libraryStreamRoutes } from "./features/library/routes.ts";
import { listenTogetherRoutes } from "./features/listen-together/routes.ts";
import { marksRoutes } from "./features/marks/routes.ts";
import { mediaOverlayRoutes, mediaOverlayStreamRoutes } from "./features/media-overlays/routes.ts";
import { membershipsRoutes } from "./features/memberships/routes.ts";
import { messagesRoutes } from "./features/messages/routes.ts";
import { decisionsRoutes, moderationRoutes } from "./features/moderation/routes.ts";
import {
  marginStreamRoutes,
  markImportRoutes,
  notebookRoutes,
  notebookStreamRoutes,
} from "./features/notebook/routes.ts";
import { mailStreamRoutes, notificationsRoutes } from "./features/notifications/routes.ts";
import { createChallengeHandler } from "./features/opds/authentication.ts";
import { opdsRoutes } from "./features/opds/routes.ts";
import { peopleRoutes } from "./features/people/routes.ts";
import { playerMediaRoutes, playerRoutes } from "./features/player/routes.ts";
import { podcastRoutes } from "./features/podcasts/routes.ts";
import { positionsRoutes } from "./features/positions/routes.ts";
import { prayerDefaultsRoutes, recordingsRoutes, recordingsStreamRoutes } from "./features/prayer/routes.ts";
import { prayerNotificationRoutes } from "./features/prayer-notifications/routes.ts";
import { profilesRoutes } from "./features/profiles/routes.ts";
import {
  bulkRoutes,
  chaptersRoutes,
  csvRoutes,
  csvStreamRoutes,
  publishingRoutes,
} from "./features/publishing/routes.ts";
import { pushRoutes } from "./features/push/routes.ts";
import { queueRoutes } from "./features/queue/routes.ts";
import { optimizedReaderRoutes, readerRoutes, readerStreamRoutes } from "./features/reader/routes.ts";
import { activityRoutes, activityStreamRoutes } from "./features/reading-activity/routes.ts";
import { seoRoutes } from "./features/seo/routes.ts";
import { describePage } from "./features/seo/service.ts";
import { shelfImportRoutes } from "./features/shelf-import/routes.ts";
import { shelvesRoutes, shelvesStreamRoutes } from "./features/shelves/routes.ts";
import { siteRoutes } from "./features/site/routes.ts";
import {
  auditRoutes,
  auditStreamRoutes,
  countChecksRoutes,
  mergesRoutes,
  recordsRoutes,
  staffCatalogueRoutes,
  staffUsersRoutes,
} from "./features/staff/routes.ts";
import { storageRoutes } from "./features/storage-admin/routes.ts";
import { subjectsRoutes } from "./features/subjects/routes.ts";
import { supportRoutes } from "./features/support/routes.ts";
import { systemRoutes } from "./features/system/routes.ts";
import { uploadStreamRoutes, uploadsRoutes } from "./features/uploads/routes.ts";
import { webhooksRoutes } from "./features/webhooks/routes.ts";
import { answerFromCache } from "./http/api/answer-from-cache.ts";
import { audioRoutes, oneClickRoutes, rawRoutes, tusRoutes } from "./http/api/audio-body.ts";
import type { FeatureRoutes } from "./http/api/bind-contract.ts";
import { createErrorHandler } from "./http/api/error-handler.ts";
import { readJsonBody } from "./http/api/json-body.ts";
import { formRoutes } from "./http/api/multipart-body.ts";
import { invalidUrl, notFound } from "./http/api/problem.ts";
import { redirectSharedFile } from "./http/pages/shared-file.ts";
import { serveClient } from "./http/pages/static-files.ts";
import { serveManifest } from "./http/pages/web-manifest.ts";
import type { TrustsProxy } from "./http/request-id.ts";
import { logRequests } from "./http/request-log.ts";
import { createCsrfProtection } from "./http/security/csrf-protection.ts";
import { setSecurityHeaders } from "./http/security/security-headers.ts";
import { attachAppToken } from "./http/session/app-token.ts";
import { endPendingSignOut } from "./http/session/end-pending-sign-out.ts";
import { attachUser } from "./http/session/passport-session.ts";
import { getWrittenPosition } from "./http/session/written-position.ts";
import { getAreaLog } from "./logging/log.ts";
import { clientFolder } from "./project-root.ts";
import type { Services } from "./services.ts";

/** Routes of all features, the most used first. */
const features: readonly FeatureRoutes[] = [
  booksRoutes,
  previewRoutes,
  booksStreamRoutes,
  playerMediaRoutes,
  playerRoutes,
  readerStreamRoutes,
  readerRoutes,
  optimizedReaderRoutes,
  mediaOverlayRoutes,
  mediaOverlayStreamRoutes,
  alignmentRoutes,
  aiNarrationRoutes,
  accountsRoutes,
  libraryRoutes,
  libraryStreamRoutes,
  positionsRoutes,
  queueRoutes,
  koreaderRoutes,
  koboRoutes,
  activityRoutes,
  goalsRoutes,
  marksRoutes,
  notebookRoutes,
  notebookStreamRoutes,
  marginStreamRoutes,
  markImportRoutes,
  shelfImportRoutes,
  profilesRoutes,
  activityStreamRoutes,
  notificationsRoutes,
  mailStreamRoutes,
  recordingsRoutes,
  recordingsStreamRoutes,
  pushRoutes,
  prayerDefaultsRoutes,
  adminRoutes,
  prayerNotificationRoutes,
  challengesRoutes,
  challengeUpdatesRoutes,
  exclusionsRoutes,
  challengesStaffRoutes,
  communityChallengesRoutes,
  authorsRoutes,
  eventRoutes,
  citiesRoutes,
  seoRoutes,
  redirectsRoutes,
  supportRoutes,
  publishingRoutes,
  bulkRoutes,
  csvRoutes,
  csvStreamRoutes,
  chaptersRoutes,
  correctionsRoutes,
  dictionaryRoutes,
  dictionaryStreamRoutes,
  vocabularyStreamRoutes,
  vocabularyRoutes,
  communityRoutes,
  peopleRoutes,
  shelvesRoutes,
  shelvesStreamRoutes,
  followsRoutes,
  announcementsRoutes,
  messagesRoutes,
  listenTogetherRoutes,
  moderationRoutes,
  decisionsRoutes,
  authorStatsRoutes,
  authorStatsStreamRoutes,
  staffUsersRoutes,
  recordsRoutes,
  storageRoutes,
  coauthorsRoutes,
  siteRoutes,
  staffCatalogueRoutes,
  subjectsRoutes,
  mergesRoutes,
  auditRoutes,
  auditStreamRoutes,
  countChecksRoutes,
  membershipsRoutes,
  uploadsRoutes,
  uploadStreamRoutes,
  systemRoutes,
  healthRoutes,
  opdsRoutes,
  podcastRoutes,
  webhooksRoutes,
];

/** Every operation that the server answers. */
export const mountedOperations = features.flatMap(({ operations }) => operations);

/** Routes that accept a small file in a form. */
const acceptsForm = formRoutes(
  accountsContract,
  shelfImportContract,
  markImportContract,
  publishingContract,
  csvContract,
  messagesContract,
);

const acceptsAudio = audioRoutes(recordingsContract);

const acceptsChunk = tusRoutes(uploadStreams);

const readsRaw = rawRoutes(membershipsContract);

const acceptsOneClick = oneClickRoutes(mailStreams);

export function createApp(services: Services): RequestListener {
  const { settings } = services;
  const log = getAreaLog(services.log, "http");
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  if (settings.trustedProxies) app.set("trust proxy", settings.trustedProxies);
  // The configured public origin decides, not a request header.
  Object.defineProperty(app.request, "secure", { value: settings.isHttps });

  app.use(logRequests(log, app.get("trust proxy fn") as TrustsProxy));
  app.use(setSecurityHeaders(settings));
  app.use(serveManifest(settings));
  app.use(redirectSharedFile);
  app.use(
    serveClient(settings, clientFolder, (url, language, req) =>
      describePage(services, url, language, getWrittenPosition(services, req)),
    ),
  );
  app.use((req, _res, next) => next(isUnreadable(req) ? invalidUrl() : undefined));
  app.use(createCsrfProtection(settings, acceptsForm, acceptsAudio, acceptsChunk, acceptsOneClick));
  app.use(readJsonBody(acceptsForm, acceptsAudio, acceptsChunk, readsRaw, acceptsOneClick));
  app.use(endPendingSignOut(services));
  app.use(attachUser(services, findUser));
  app.use(attachAppToken(services, findTokenOwner));
  for (const routes of features) app.use(routes(services));
  app.use(() => {
    throw notFound("page");
  });
  app.use(opdsRoots.atom, createChallengeHandler(settings));
  app.use(createErrorHandler(log));
  return answerFromCache(services, app);
}

const isUnreadable = ({ url, path: requested }: Request) =>
  url.includes("%00") && requested !== optimizedReaderPath && requested !== `${optimizedReaderPath}/`;
