import { existsSync } from "node:fs";
import path from "node:path";
import { isInstalled } from "#server/install-hints.ts";
import type { Settings } from "#server/settings.ts";
import { getDiskSpace, hasSpace } from "#server/storage/disk-space.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const recommendedNode = 22;

export function checkNode(): Finding {
  const { node: version } = process.versions;
  const isSupported = Number.parseInt(version, 10) >= recommendedNode;
  return isSupported ? ok("node", { version }) : warning("node-old", { version });
}

export function checkOrigin({ origins: [origin], isHttps }: Settings): Finding {
  if (isHttps) return ok("origin", { origin });
  return isLocal(origin) ? warning("origin-local", { origin }) : problem("origin-plain", { origin });
}

export const isLocal = (origin: string) => /^(localhost|127\.0\.0\.1)$/.test(new URL(origin).hostname);

export async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  const space = await getDiskSpace(existsSync(dataDir) ? dataDir : path.dirname(dataDir));
  const free = (space.free / 1e9).toFixed(1);
  return hasSpace(space) ? ok("disk", { free }) : problem("disk-full", { free });
}

export async function checkMail({ smtpUrl }: Settings): Promise<Finding> {
  if (!smtpUrl) return warning("mail-none");
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 });
  try {
    await transport.verify();
    return ok("mail");
  } catch (error) {
    const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
    return problem("mail-refused", { reason: [code, responseCode].filter(Boolean).join(" ") });
  } finally {
    transport.close();
  }
}

export function checkBackupFolder({ backups }: Settings): Finding {
  if (!backups) return warning("backups-none");
  return existsSync(backups.folder) ? ok("backups-folder") : problem("backups-folder-missing");
}

export const checkPrograms = (): Promise<readonly Finding[]> =>
  Promise.all([
    isInstalled("ffmpeg", "-version").then((is) => (is ? ok("ffmpeg") : warning("ffmpeg-missing"))),
    isInstalled("espeak-ng", "--version").then((is) => (is ? ok("espeak") : warning("espeak-missing"))),
  ]);
