import { existsSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { createClient } from "#server/db/create-client.ts";
import { compareSchema } from "#server/db/describe-schema.ts";
import { countMigrations } from "#server/db/migrate.ts";
import { InvalidEnvironmentError } from "#server/env.ts";
import { isInstalled } from "#server/install-hints.ts";
import { type Settings, validateSettings } from "#server/settings.ts";
import { getDiskSpace, hasSpace } from "#server/storage/disk-space.ts";
import { openStorageDrivers } from "#server/storage/drivers.ts";
import type { CliContext, Command } from "./command.ts";

type Finding = readonly [level: "ok" | "warning" | "problem", text: string, advice?: string];

const minPostgres = 15;
const maxSkewSeconds = 30;
const recommendedNode = 22;

/** Changes nothing, but starts the embedded database when it is not running. */
export const doctorCommand: Command = {
  name: "doctor",
  usage: "",
  about: "Checks settings, database, storage, mail, disk, clock and versions, and says what to do.",
  options: {},
  operands: 0,
  async run(context) {
    const findings = await check(context);
    for (const [level, text, advice] of findings) {
      context.print(`${level.padEnd(8)} ${text}${advice ? `\n         ${advice}` : ""}`);
    }
    const count = findings.filter(([level]) => level === "problem").length;
    context.print(count === 0 ? "No problem was found." : `Problems: ${count}`);
    return count === 0 ? 0 : 1;
  },
};

async function check(context: CliContext): Promise<readonly Finding[]> {
  let settings: Settings;
  try {
    settings = validateSettings(context.readEnvironment());
  } catch (error) {
    if (!(error instanceof InvalidEnvironmentError)) throw error;
    return [["problem", "Settings", error.message]];
  }
  return [
    ["ok", "Settings are valid."],
    checkNode(),
    checkOrigin(settings),
    ...(await checkDatabase(context)),
    await checkDisk(settings),
    await checkStorage(settings),
    await checkMail(settings),
    checkBackups(settings),
    ...(await checkPrograms()),
  ];
}

function checkNode(): Finding {
  const { node } = process.versions;
  if (Number.parseInt(node, 10) >= recommendedNode) return ["ok", `Node.js ${node}.`];
  return ["warning", `Node.js ${node} no longer gets security updates.`, "Install Node.js 24."];
}

function checkOrigin({ origins: [origin], isHttps }: Settings): Finding {
  const isLocal = /^(localhost|127\.0\.0\.1)$/.test(new URL(origin).hostname);
  if (isHttps) return ["ok", `The site is at ${origin}.`];
  if (isLocal) {
    return [
      "warning",
      `The site is at ${origin}, for this machine only.`,
      "Set PUBLIC_ORIGIN to publish it.",
    ];
  }
  return [
    "problem",
    `${origin} is not encrypted: passwords can be read on the way, and browsers offer no push and no offline reading.`,
    "Put a proxy with a certificate in front and set PUBLIC_ORIGIN to the https address.",
  ];
}

async function checkDatabase({ withDatabase }: CliContext): Promise<readonly Finding[]> {
  try {
    return await withDatabase(async (url) => {
      const client = createClient({ connectionString: url });
      await client.connect();
      return inspectDatabase(client).finally(() => client.end());
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [["problem", `The database cannot be used: ${message}`, "Check DATABASE_URL, and that it runs."]];
  }
}

async function inspectDatabase(client: pg.Client): Promise<readonly Finding[]> {
  const { rows } = await client.query<{ version: string; encoding: string; now: Date }>(
    "select current_setting('server_version') as version, current_setting('server_encoding') as encoding, clock_timestamp() as now",
  );
  const [row] = rows;
  if (!row) throw new Error("it answered nothing.");
  const { applied, known } = await countMigrations(client);
  return [
    checkPostgres(row.version, row.encoding),
    await checkSchema(client, applied, known),
    checkClock((Date.now() - row.now.getTime()) / 1000),
  ];
}

function checkPostgres(version: string, encoding: string): Finding {
  if (Number.parseInt(version, 10) < minPostgres)
    return ["problem", `PostgreSQL ${version} is too old.`, `Upgrade to ${minPostgres} or newer.`];
  if (encoding !== "UTF8")
    return ["problem", `The database is encoded in ${encoding}.`, "Create it with ENCODING UTF8."];
  return ["ok", `PostgreSQL ${version}.`];
}

async function checkSchema(client: pg.Client, applied: number, known: number): Promise<Finding> {
  if (applied > known)
    return ["problem", "A newer version migrated the database.", "Start that version, or restore a backup."];
  if (applied < known)
    return [
      "warning",
      `${known - applied} migrations are pending.`,
      "npm run cli -- migrate, or start the server.",
    ];
  const { missing, unexpected } = await compareSchema(client);
  const count = missing.length + unexpected.length;
  if (count === 0) return ["ok", "The schema is that of this version."];
  return ["problem", `The schema differs in ${count} places.`, "npm run cli -- schema check lists them."];
}

function checkClock(skewSeconds: number): Finding {
  if (Math.abs(skewSeconds) <= maxSkewSeconds)
    return ["ok", "The clocks of this machine and the database agree."];
  return [
    "problem",
    `The clocks of this machine and the database differ by ${Math.round(Math.abs(skewSeconds))} seconds.`,
    "Synchronize both, for example with chrony.",
  ];
}

async function checkDisk({ dataDir }: Settings): Promise<Finding> {
  const folder = existsSync(dataDir) ? dataDir : path.dirname(dataDir);
  const space = await getDiskSpace(folder);
  const freeGb = (space.free / 1e9).toFixed(1);
  if (hasSpace(space)) return ["ok", `${freeGb} GB are free for ${dataDir}.`];
  return ["problem", `Only ${freeGb} GB are free for ${dataDir}: uploads are refused.`, "Free or add space."];
}

async function checkStorage(settings: Settings): Promise<Finding> {
  const { drivers, close } = await openStorageDrivers(settings, async () => true);
  try {
    const isNew = !existsSync(path.join(settings.dataDir, "media"));
    if (drivers.s3 && !(await drivers.s3.check()))
      return ["problem", "The S3 bucket cannot be used.", "Check the S3 settings and the bucket's policy."];
    if (isNew) return ["ok", "The media folder will be created at the first start."];
    if (await drivers.disk.check()) return ["ok", "Files can be stored."];
    return [
      "problem",
      "The media folder is not writable, or its disk is missing.",
      "Check the mount and the owner.",
    ];
  } finally {
    close();
  }
}

async function checkMail({ smtpUrl }: Settings): Promise<Finding> {
  if (!smtpUrl)
    return ["warning", "No mail server: emails wait at /admin/outbox.", "Set SMTP_URL and MAIL_FROM."];
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000 });
  try {
    await transport.verify();
    return ["ok", "The mail server accepts the connection."];
  } catch (error) {
    const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
    const reason = [code, responseCode].filter(Boolean).join(" ");
    return ["problem", `The mail server does not accept the connection (${reason}).`, "Check SMTP_URL."];
  } finally {
    transport.close();
  }
}

function checkBackups({ backups }: Settings): Finding {
  if (!backups) return ["warning", "No scheduled backups.", "Set BACKUP_DIR, on another disk."];
  if (existsSync(backups.folder)) return ["ok", `Backups are written to ${backups.folder}.`];
  return ["problem", `BACKUP_DIR ${backups.folder} does not exist.`, "Create it, or mount its disk."];
}

async function checkPrograms(): Promise<readonly Finding[]> {
  const programs = [
    ["ffmpeg", "-version", "alignment, narration and the checks of recordings"],
    ["espeak-ng", "--version", "alignment and narration"],
  ] as const;
  return Promise.all(
    programs.map(async ([name, flag, use]): Promise<Finding> => {
      if (await isInstalled(name, flag)) return ["ok", `${name} is installed.`];
      return ["warning", `${name} is not installed: no ${use}.`, "See “Optional programs” in OPERATIONS.md."];
    }),
  );
}
