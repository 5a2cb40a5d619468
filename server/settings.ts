import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Language } from "#shared/api/language.ts";
import type { Environment } from "./env.ts";
import { getCommand, parseList } from "./env-rules.ts";
import { type LogLevels, parseLogLevels } from "./logging/log-levels.ts";
import type { S3Settings } from "./storage/s3.ts";

export interface Settings {
  readonly productName: string;
  readonly logLevels: LogLevels;
  /** A pooler in transaction mode before the database; null for none. */
  readonly pooledDatabaseUrl: string | null;
  /** A streaming replica for reading; null for none. */
  readonly readDatabaseUrl: string | null;
  /** Queries that take longer are logged; 0 for none. */
  readonly slowQueryMs: number;
  /** Traces are sent to a collector. */
  readonly isTraced: boolean;
  readonly defaultLanguage: Language;
  /** Days by which Hijri dates differ from the Umm al-Qura calendar. */
  readonly hijriShift: number;
  readonly host: string;
  readonly port: number;
  /** Absolute path. */
  readonly dataDir: string;
  /** Public origins; emails link to the first one. */
  readonly origins: readonly [string, ...string[]];
  readonly isHttps: boolean;
  /** Signs session cookies and tokens. */
  readonly secret: string;
  /** Comma-separated addresses; empty for none. */
  readonly trustedProxies: string;
  readonly passwordMinLength: number;
  readonly registersOnSignIn: boolean;
  /** A sign-up needs a solved proof-of-work challenge. */
  readonly requiresSignUpChallenge: boolean;
  readonly requiresStaffTwoFactor: boolean;
  readonly oidc: OidcSettings | null;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  readonly contactEmail: string;
  /** Trusted push services besides the known ones: `host`, `*.host` or `host:port`. */
  readonly pushHosts: readonly string[];
  /** Hosts that webhooks may reach by http and in the local network: `host`, `*.host` or `host:port`. */
  readonly webhookHosts: readonly string[];
  /** An external text-to-speech program; null for espeak-ng only. */
  readonly narrator: NarratorSettings | null;
  /** Scheduled backups; null for none. */
  readonly backups: {
    readonly folder: string;
    readonly everyHours: number;
    readonly keepCount: number;
  } | null;
  /** The age at which position history is archived; null for never. */
  readonly archivePositionsMonths: number | null;
  /** Null for the local disk only. */
  readonly s3: S3Settings | null;
  /** Payment by Stripe; null for codes only. */
  readonly stripe: StripeSettings | null;
  /** Multiplies every request budget; 1 in production. */
  readonly rateLimitFactor: number;
  /** nginx sends files through `X-Accel-Redirect`. */
  readonly usesXAccel: boolean;
  /** Null without one. */
  readonly cdn: CdnSettings | null;
  /** Kobo devices can use the site in place of the Kobo store. */
  readonly hasKoboSync: boolean;
  /** Upload limits in bytes, by kind. */
  readonly uploadLimits: {
    readonly epub: number;
    /** All files of an EPUB together. */
    readonly epubUnpacked: number;
    readonly audio: number;
    readonly image: number;
    /** All files of one author. */
    readonly quota: number;
  };
}

/** A path of the site's own origin that a CDN answers. */
export interface CdnSettings {
  readonly path: string;
  readonly signingKey: string;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Price ids. */
  readonly monthly: string;
  readonly yearly: string;
  /** Another address of the API, for tests; empty for Stripe's own. */
  readonly apiUrl: string;
}

/** A text-to-speech program and its limits. */
export interface NarratorSettings {
  /** Its command; `{language}` is replaced by the language of the text. */
  readonly command: readonly string[];
  readonly name: string;
  readonly languages: readonly string[];
  readonly milliseconds: number;
  readonly memoryBytes: number;
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** Creates settings from the environment; generates the secret at the first start. */
export function toSettings(env: Environment): Settings {
  const dataDir = path.resolve(env.DATA_DIR);
  const origins = getOrigins(env);
  return {
    productName: env.PRODUCT_NAME,
    pooledDatabaseUrl: (env.DATABASE_DIRECT_URL && env.DATABASE_URL) ?? null,
    readDatabaseUrl: env.DATABASE_READ_URL ?? null,
    slowQueryMs: env.SLOW_QUERY_MS,
    isTraced: env.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    logLevels: parseLogLevels(env.LOG_LEVEL) ?? { default: "info", areas: {} },
    defaultLanguage: env.DEFAULT_LANGUAGE,
    hijriShift: env.HIJRI_SHIFT,
    host: env.HOST,
    port: env.PORT,
    dataDir,
    origins,
    isHttps: origins[0].startsWith("https:"),
    secret: env.SESSION_SECRET ?? saveSecret(dataDir),
    trustedProxies: env.TRUST_PROXY,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    registersOnSignIn: env.AUTO_REGISTER === "on",
    requiresSignUpChallenge: env.SIGN_UP_CHALLENGE === "on",
    requiresStaffTwoFactor: env.REQUIRE_STAFF_2FA === "on",
    oidc: getOidc(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    contactEmail: env.CONTACT_EMAIL ?? env.MAIL_FROM,
    pushHosts: parseList(env.PUSH_HOSTS),
    webhookHosts: parseList(env.WEBHOOK_HOSTS),
    narrator: getNarrator(env),
    backups: env.BACKUP_DIR
      ? { folder: path.resolve(env.BACKUP_DIR), everyHours: env.BACKUP_HOURS, keepCount: env.BACKUP_KEEP }
      : null,
    archivePositionsMonths: env.ARCHIVE_POSITIONS_MONTHS ?? null,
    s3: getS3(env),
    stripe: getStripe(env),
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    usesXAccel: env.X_ACCEL === "on",
    cdn: env.CDN_PATH && env.CDN_SIGNING_KEY ? { path: env.CDN_PATH, signingKey: env.CDN_SIGNING_KEY } : null,
    hasKoboSync: env.KOBO_SYNC === "on",
    uploadLimits: {
      epub: env.MAX_EPUB_MB * 1e6,
      epubUnpacked: env.MAX_EPUB_UNPACKED_MB * 1e6,
      audio: env.MAX_AUDIO_MB * 1e6,
      image: 20e6,
      quota: env.UPLOAD_QUOTA_GB * 1e9,
    },
  };
}

function getOrigins(env: Environment): readonly [string, ...string[]] {
  const { PUBLIC_ORIGIN: origin, PORT: port } = env;
  const more = env.DEV_ORIGINS.split(",").filter(Boolean);
  if (origin) return [new URL(origin).origin, ...more];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...more];
}

function getOidc(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: env.OIDC_NAME } : null;
}

function getS3(env: Environment): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!(bucket && accessKeyId && secretAccessKey)) return null;
  const { S3_ENDPOINT: endpoint = "", S3_REGION: region, S3_CACHE_GB: cacheGb } = env;
  return { bucket, accessKeyId, secretAccessKey, endpoint, region, cacheBytes: cacheGb * 1e9 };
}

function getStripe(env: Environment): StripeSettings | null {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  const { STRIPE_PRICE_MONTHLY: monthly, STRIPE_PRICE_YEARLY: yearly, STRIPE_API_URL: apiUrl } = env;
  return secretKey && webhookSecret && monthly && yearly
    ? { secretKey, webhookSecret, monthly, yearly, apiUrl }
    : null;
}

function getNarrator(env: Environment): NarratorSettings | null {
  const command = getCommand(env.NARRATOR_COMMAND ?? "");
  if (!command) return null;
  return {
    command,
    name: env.NARRATOR_NAME,
    languages: parseList(env.NARRATOR_LANGUAGES),
    milliseconds: env.NARRATOR_SECONDS * 1000,
    memoryBytes: env.NARRATOR_MEMORY_MB * 1e6,
  };
}

/**
 * Validates the settings without creating the secret.
 *
 * @throws {Error} as `toSettings`
 */
export function validateSettings(env: Environment): Settings {
  return toSettings({
    ...env,
    SESSION_SECRET: env.SESSION_SECRET ?? "unused during validation of the settings",
  });
}

function saveSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
