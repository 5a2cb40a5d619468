import type { RequestHandler } from "express";
import { openPath, sharedFilePages } from "#shared/routes/shared-file.ts";

/**
 * Answers for a service worker that is not installed: the file is not read, and the page asks for it. It changes
 * nothing, so that a form of another site may lead here.
 */
export const redirectSharedFile: RequestHandler = (req, res, next) => {
  if (req.method !== "POST" || req.path !== openPath) return next();
  res.redirect(303, sharedFilePages.lost);
};
