import path from "node:path";
import express, { type Express, type Request } from "express";
import { accountsContract } from "#shared/accounts/contract.ts";
import { importsContract } from "#shared/imports/contract.ts";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { lightReaderPath } from "#shared/reader/light-reader.ts";
import { accountsRoutes } from "#server/features/accounts/routes.ts";
import { findUser } from "#server/features/accounts/service.ts";
import { adminRoutes } from "#server/features/admin/routes.ts";
import { authorsRoutes } from "#server/features/authors/routes.ts";
import { redirectsRoutes } from "#server/features/books/redirects.ts";
import { booksRoutes } from "#server/features/books/routes.ts";
import { booksStreamRoutes } from "#server/features/books/streams.ts";
import { challengesRoutes } from "#server/features/challenges/routes.ts";
import { citiesRoutes } from "#server/features/cities/routes.ts";
import { goalsRoutes } from "#server/features/goals/routes.ts";
import { importsRoutes } from "#server/features/imports/routes.ts";
import { ledgerRoutes, ledgerStreamRoutes } from "#server/features/ledger/routes.ts";
import { libraryRoutes } from "#server/features/library/routes.ts";
import { liveRoutes } from "#server/features/live/routes.ts";
import { narrationRoutes } from "#server/features/narration/routes.ts";
import { notificationsRoutes } from "#server/features/notifications/routes.ts";
import { overlaysRoutes, overlaysStreamRoutes } from "#server/features/overlays/routes.ts";
import { pagesRoutes } from "#server/features/pages/routes.ts";
import { describePage } from "#server/features/pages/service.ts";
import { playerMediaRoutes, playerRoutes } from "#server/features/player/routes.ts";
import { positionsRoutes } from "#server/features/positions/routes.ts";
import {
  prayerDefaultsRoutes,
  recordingsRoutes,
  recordingsStreamRoutes,
} from "#server/features/prayer/routes.ts";
import { prayerPushRoutes } from "#server/features/prayer-push/routes.ts";
import { profilesRoutes } from "#server/features/profiles/routes.ts";
import { pushRoutes } from "#server/features/push/routes.ts";
import { lightReaderRoutes, readerRoutes, readerStreamRoutes } from "#server/features/reader/routes.ts";
import { supportRoutes } from "#server/features/support/routes.ts";
import { syncRoutes } from "#server/features/sync/routes.ts";
import { systemRoutes } from "#server/features/system/routes.ts";
import { serveClient } from "#server/http/client-files.ts";
import { formRoutes } from "#server/http/form-body.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import { paintWith } from "#server/http/painter.ts";
import { invalidAddress, notFound } from "#server/http/problem.ts";
import { refuseForgery } from "#server/http/refuse-forgery.ts";
import { replyWithProblem } from "#server/http/reply-with-problem.ts";
import { logRequests } from "#server/http/request-log.ts";
import { setSecurityHeaders } from "#server/http/security-headers.ts";
import { recogniseUser } from "#server/http/sign-in.ts";
import { soundRoutes } from "#server/http/sound-body.ts";
import { serveManifest } from "#server/http/web-manifest.ts";
import { projectRoot } from "#server/project-root.ts";
import type { Services } from "#server/services.ts";
import type { FeatureRoutes } from "./http/implement.ts";

/** Every feature's routes, the busiest first. */
const features: readonly FeatureRoutes[] = [
  booksRoutes,
  booksStreamRoutes,
  playerMediaRoutes,
  playerRoutes,
  readerStreamRoutes,
  readerRoutes,
  lightReaderRoutes,
  overlaysRoutes,
  overlaysStreamRoutes,
  syncRoutes,
  narrationRoutes,
  accountsRoutes,
  libraryRoutes,
  positionsRoutes,
  ledgerRoutes,
  goalsRoutes,
  importsRoutes,
  profilesRoutes,
  ledgerStreamRoutes,
  notificationsRoutes,
  recordingsRoutes,
  recordingsStreamRoutes,
  pushRoutes,
  prayerDefaultsRoutes,
  adminRoutes,
  prayerPushRoutes,
  challengesRoutes,
  authorsRoutes,
  liveRoutes,
  citiesRoutes,
  pagesRoutes,
  redirectsRoutes,
  supportRoutes,
  systemRoutes,
];

/** The few that take a small file in a form. */
const takesForm = formRoutes(accountsContract, importsContract);

/** Those that take the bytes of a sound. */
const takesSound = soundRoutes(recordingsContract);

/** The whole server but the socket: middleware in order, then the features, then the problem shape. */
export function createApp(services: Services): Express {
  const { settings, log } = services;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  if (settings.trustedProxies) app.set("trust proxy", settings.trustedProxies);
  // What the people use decides, never what a request says of itself.
  Object.defineProperty(app.request, "secure", { value: settings.isHttps });

  app.use(logRequests(log));
  app.use(setSecurityHeaders(settings));
  const client = path.join(projectRoot, "dist", "client");
  app.use(serveManifest(settings));
  const paint = paintWith(path.join(projectRoot, "dist", "painter"), log);
  app.use(
    serveClient(settings, client, (address, language) => describePage(services, address, language), paint),
  );
  app.use((req, _res, next) => next(isUnreadable(req) ? invalidAddress() : undefined));
  app.use(refuseForgery(settings, takesForm, takesSound));
  app.use(readJsonBody(takesForm, takesSound));
  app.use(recogniseUser(services, findUser));
  for (const routes of features) app.use(routes(services));
  app.use(() => {
    throw notFound("page");
  });
  app.use(replyWithProblem(log));
  return app;
}

/** No column takes a NUL. Pages answer such an address by a page: the client's above, the light reader its own. */
const isUnreadable = ({ url, path: asked }: Request) =>
  url.includes("%00") && asked !== lightReaderPath && asked !== `${lightReaderPath}/`;
