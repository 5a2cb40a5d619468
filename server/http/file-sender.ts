import { createHash } from "node:crypto";
import type { Services } from "#server/services.ts";
import type { CdnSettings } from "#server/settings.ts";

/** What sends a file in place of the server, which has checked the rights: nginx by its key, a CDN by a signed path. */
export type FileSender =
  | { readonly kind: "nginx"; readonly key: string }
  | { readonly kind: "cdn"; readonly location: string };

/** Null when the server sends the file itself. */
export async function findFileSender(
  { settings, storage, clock }: Pick<Services, "settings" | "storage" | "clock">,
  key: string,
): Promise<FileSender | null> {
  const { cdn, usesXAccel, s3 } = settings;
  if (!cdn && !usesXAccel) return null;
  const isLocal = await storage.isLocal(key);
  // The CDN reads the bucket if there is one; files that are still on the disk, or back on it, are not there.
  if (cdn && isLocal === (s3 === null)) return { kind: "cdn", location: signPath(cdn, key, clock()) };
  return usesXAccel && isLocal ? { kind: "nginx", key } : null;
}

const minValidMs = 3_600_000;
/** Signatures of this time end together, so that a player which asks for many ranges gets one address. */
const windowMs = 900_000;

/** By the formula of nginx: `secure_link_md5 "$secure_link_expires$uri <key>"`. */
export function signPath({ path, signingKey }: CdnSettings, key: string, now: Date): string {
  const expires = (Math.ceil((now.getTime() + minValidMs) / windowMs) * windowMs) / 1000;
  const uri = `${path}/${key}`;
  const digest = createHash("md5").update(`${expires}${uri} ${signingKey}`).digest("base64url");
  return `${uri}?md5=${digest}&expires=${expires}`;
}
