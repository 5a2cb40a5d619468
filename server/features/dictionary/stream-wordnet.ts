import type { GuestHttpContext } from "#server/http/api/context.ts";
import { limitDownloads, sendFile } from "#server/http/ranges.ts";
import { getCountedCaller } from "#server/http/security/client-ip.ts";
import { openWordnet } from "./wordnet.ts";

const maxStreams = 8;

/** The whole dictionary, for look-ups without a connection. */
export async function getEnglishFile({ settings, req, res, user }: GuestHttpContext): Promise<void> {
  const { served } = await openWordnet();
  limitDownloads(res, getCountedCaller(req, settings, user), maxStreams);
  res.setHeader("Cache-Control", "public, max-age=86400");
  await sendFile(req, res, { ...served, mediaType: "application/octet-stream" });
}
