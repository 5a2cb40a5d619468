import express, { type Express } from "express";
import { pinoHttp } from "pino-http";
import { libraryRoutes } from "#server/features/library/routes.ts";
import { positionsRoutes } from "#server/features/positions/routes.ts";
import { systemRoutes } from "#server/features/system/routes.ts";
import { replyWithProblem } from "#server/http/reply-with-problem.ts";
import { readSession } from "#server/http/session.ts";
import type { Services } from "#server/services.ts";
import type { FeatureRoutes } from "./http/implement.ts";

/** Every feature's routes. */
const features: readonly FeatureRoutes[] = [libraryRoutes, positionsRoutes, systemRoutes];

/** The whole server but the socket: middleware in order, then the features, then the problem shape. */
export function createApp(services: Services): Express {
  const app = express();
  app.disable("x-powered-by");
  app.use(pinoHttp({ logger: services.log }));
  app.use(express.json({ limit: "1mb" }));
  app.use(readSession(services));
  for (const routes of features) app.use(routes(services));
  app.use(replyWithProblem(services.log));
  return app;
}
