import * as z from "zod/mini";
import { languages } from "#shared/api/language.ts";
import { defaultProductName } from "#shared/api/product.ts";
import { listCrossFieldProblems } from "./env-rules.ts";

const withDefault = z._default;

/** The description in `.env.example`. */
function withDescription<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const number = (min: number, max: number) => z.coerce.number().check(z.gte(min), z.lte(max));
const onOff = z.enum(["on", "off"]);

/** All settings, by environment variable. `.env.example` is generated from it. */
export const Environment = z.object({
  NODE_ENV: withDescription(
    "The environment.",
    withDefault(z.enum(["development", "production", "test"]), "production"),
  ),
  HOST: withDescription(
    "The address to listen on. Anything other than loopback also requires PUBLIC_ORIGIN.",
    withDefault(z.string(), "127.0.0.1"),
  ),
  PORT: withDescription("The port to listen on.", withDefault(number(0, 65_535).check(z.int()), 5000)),
  DATA_DIR: withDescription(
    "The folder for the embedded database, media and session secret.",
    withDefault(z.string(), ".data"),
  ),
  DATABASE_URL: withDescription(
    "A PostgreSQL server (15 or newer) to use instead of the embedded one.",
    z.optional(z.string()),
  ),
  DATABASE_DIRECT_URL: withDescription(
    "The same PostgreSQL without a pooler, for listening, locks, migrations and backups. Set it when DATABASE_URL is PgBouncer in transaction mode.",
    z.optional(z.string()),
  ),
  DATABASE_READ_URL: withDescription(
    "A streaming replica of the database, for the catalogue, searches, public pages and lists of the staff area.",
    z.optional(z.string()),
  ),
  PUBLIC_ORIGIN: withDescription(
    "The public URL, such as https://books.example.org.",
    z.optional(z.string()),
  ),
  DEV_ORIGINS: withDescription(
    "Additional allowed origins, comma-separated; `npm run dev` sets Vite's.",
    withDefault(z.string(), ""),
  ),
  PRODUCT_NAME: withDescription(
    "The name of the site.",
    withDefault(z.string().check(z.minLength(1), z.maxLength(40)), defaultProductName),
  ),
  DEFAULT_LANGUAGE: withDescription(
    "The language, en or ar, of visitors whose browser asks for neither, and of accounts made on the command line.",
    withDefault(z.enum(languages), languages[0]),
  ),
  SESSION_SECRET: withDescription(
    "Signs sessions; at least 32 characters. By default one is generated and stored in DATA_DIR.",
    z.optional(z.string().check(z.minLength(32))),
  ),
  TRUST_PROXY: withDescription(
    "IP addresses of trusted proxies (X-Forwarded-For), comma-separated.",
    withDefault(z.string(), ""),
  ),
  PASSWORD_MIN_LENGTH: withDescription(
    "The minimum password length.",
    withDefault(number(6, 64).check(z.int()), 6),
  ),
  AUTO_REGISTER: withDescription(
    "Whether signing in with an unknown email creates an account.",
    withDefault(onOff, "on"),
  ),
  SIGN_UP_CHALLENGE: withDescription(
    "Whether a sign-up needs a proof of work, against automated accounts. Requires HTTPS; also turns AUTO_REGISTER off.",
    withDefault(onOff, "off"),
  ),
  REQUIRE_STAFF_2FA: withDescription(
    "Whether the staff area needs two-step verification.",
    withDefault(onOff, "off"),
  ),
  OIDC_ISSUER: withDescription(
    "An OpenID Connect provider; requires OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.",
    z.optional(z.string()),
  ),
  OIDC_CLIENT_ID: withDescription("The client id at the provider.", z.optional(z.string())),
  OIDC_CLIENT_SECRET: withDescription("The client secret.", z.optional(z.string())),
  OIDC_NAME: withDescription("The provider's name on the sign-in button.", withDefault(z.string(), "OpenID")),
  SMTP_URL: withDescription(
    "The mail server, such as smtps://user:secret@mail.example.org. Without it emails stay in the outbox.",
    withDefault(z.string(), ""),
  ),
  MAIL_FROM: withDescription("The sender of emails.", withDefault(z.string(), "library@localhost")),
  PUSH_HOSTS: withDescription(
    "Additional trusted push services, comma-separated, such as push.example.org, *.example.org or push.lan:8443. They may be in your own network.",
    withDefault(z.string(), ""),
  ),
  WEBHOOK_HOSTS: withDescription(
    "Hosts that webhooks may also reach by http and in your own network, comma-separated, such as hooks.lan:8080.",
    withDefault(z.string(), ""),
  ),
  CONTACT_EMAIL: withDescription(
    "The recipient of contact messages; by default the sender of emails.",
    z.optional(z.email()),
  ),
  RATE_LIMIT_FACTOR: withDescription(
    "Multiplies all rate limits; use more than 1 only for tests.",
    withDefault(number(1, 100_000), 1),
  ),
  X_ACCEL: withDescription("Whether nginx sends files (X-Accel-Redirect).", withDefault(onOff, "off")),
  CDN_PATH: withDescription(
    "A path of the site that a CDN answers, such as /signed-media. Recordings and EPUBs are redirected to it with a signature; requires CDN_SIGNING_KEY.",
    z.optional(z.string().check(z.regex(/^(\/[a-z\d-]+)+$/))),
  ),
  CDN_SIGNING_KEY: withDescription(
    "The key of the signatures, which the CDN knows too: 16 or more letters and digits.",
    z.optional(z.string().check(z.regex(/^[\w-]{16,}$/))),
  ),
  KOBO_SYNC: withDescription(
    "Whether Kobo devices can use the site in place of the Kobo store (`/kobo`).",
    withDefault(onOff, "off"),
  ),
  MAX_EPUB_MB: withDescription("The maximum size of an EPUB.", withDefault(number(1, 4096), 500)),
  MAX_EPUB_UNPACKED_MB: withDescription(
    "The maximum unpacked size of an EPUB.",
    withDefault(number(10, 16_384), 1000),
  ),
  MAX_AUDIO_MB: withDescription("The maximum size of an audio file.", withDefault(number(1, 16_384), 4096)),
  UPLOAD_QUOTA_GB: withDescription(
    "The maximum size of all files of one author.",
    withDefault(number(0.1, 1_000_000), 20),
  ),
  BACKUP_DIR: withDescription("The folder for scheduled backups; none without it.", z.optional(z.string())),
  BACKUP_HOURS: withDescription(
    "Hours between scheduled backups.",
    withDefault(number(1, 720).check(z.int()), 24),
  ),
  BACKUP_KEEP: withDescription(
    "How many scheduled backups are kept.",
    withDefault(number(1, 1000).check(z.int()), 7),
  ),
  ARCHIVE_POSITIONS_MONTHS: withDescription(
    "Position history older than these months is moved from the database to files. Never without it.",
    z.optional(number(6, 1200).check(z.int())),
  ),
  S3_BUCKET: withDescription(
    "A bucket for media files; requires S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Files stay on the local disk until an admin moves them on /admin/cloud-storage.",
    z.optional(z.string()),
  ),
  S3_ACCESS_KEY_ID: withDescription("The access key of the bucket.", z.optional(z.string())),
  S3_SECRET_ACCESS_KEY: withDescription("The secret key of the bucket.", z.optional(z.string())),
  S3_ENDPOINT: withDescription(
    "The URL of an S3-compatible store; Amazon S3 without it.",
    z.optional(z.url({ protocol: /^https?$/ })),
  ),
  S3_REGION: withDescription("The region of the bucket.", withDefault(z.string(), "us-east-1")),
  S3_CACHE_GB: withDescription(
    "The maximum size of local copies of files in the bucket, for audio tools.",
    withDefault(number(0.1, 100_000), 10),
  ),
  STRIPE_SECRET_KEY: withDescription(
    "Stripe's secret key for memberships; requires the three settings below. Without it memberships come from codes.",
    z.optional(z.string()),
  ),
  STRIPE_WEBHOOK_SECRET: withDescription(
    "The signing secret of the webhook /api/memberships/webhook.",
    z.optional(z.string()),
  ),
  STRIPE_PRICE_MONTHLY: withDescription("The id of the monthly price.", z.optional(z.string())),
  STRIPE_PRICE_YEARLY: withDescription("The id of the yearly price.", z.optional(z.string())),
  STRIPE_API_URL: withDescription("Another address of Stripe's API, for tests.", withDefault(z.string(), "")),
  NARRATOR_COMMAND: withDescription(
    'A narrator to use instead of espeak-ng, as a JSON array: ["piper","--model","/voices/{language}.onnx","--output_file","-"]. Runs without a shell, reads text on stdin and writes a 16-bit WAV to stdout.',
    z.optional(z.string()),
  ),
  NARRATOR_NAME: withDescription(
    "The narrator's name.",
    withDefault(z.string().check(z.minLength(1), z.maxLength(60)), "AI voice"),
  ),
  NARRATOR_LANGUAGES: withDescription(
    "The narrator's languages, such as en,ar; all by default. espeak-ng narrates the others.",
    withDefault(z.string(), ""),
  ),
  NARRATOR_SECONDS: withDescription("The maximum seconds per sentence.", withDefault(number(1, 3600), 120)),
  NARRATOR_MEMORY_MB: withDescription(
    "The maximum memory in MB (Linux).",
    withDefault(number(16, 262_144), 2048),
  ),
  HIJRI_SHIFT: withDescription(
    "Days by which Hijri dates differ from the Umm al-Qura calendar: 1 if months begin a day earlier, -1 if a day later.",
    withDefault(number(-2, 2).check(z.int()), 0),
  ),
  DEMO: withDescription(
    "Whether the demo library is loaded into an empty database.",
    withDefault(onOff, "on"),
  ),
  METRICS_PORT: withDescription(
    "The port of `/metrics` for Prometheus; by default there is none.",
    z.optional(number(0, 65_535).check(z.int())),
  ),
  METRICS_HOST: withDescription("The address of METRICS_PORT.", withDefault(z.string(), "127.0.0.1")),
  METRICS_TOKEN: withDescription(
    "The token that Prometheus sends as `Authorization: Bearer`.",
    withDefault(z.string(), ""),
  ),
  LOG_LEVEL: withDescription(
    "The log level, and levels of areas (http, auth, jobs, database, events, push), such as info,http=warn,jobs=debug.",
    withDefault(z.string(), "info"),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: withDescription(
    "An OpenTelemetry collector for traces (OTLP over HTTP), such as http://127.0.0.1:4318; by default none are made. The other standard variables, such as OTEL_SERVICE_NAME and OTEL_TRACES_SAMPLER, apply.",
    z.optional(z.url({ protocol: /^https?$/ })),
  ),
  SLOW_QUERY_MS: withDescription(
    "Database queries that take longer are logged with their plan, without values; 0 for none.",
    withDefault(number(0, 3_600_000).check(z.int()), 500),
  ),
});
export type Environment = z.infer<typeof Environment>;

/** Lists all invalid settings. */
export class InvalidEnvironmentError extends Error {
  override readonly name = "InvalidEnvironmentError";
}

/**
 * Reads the environment; empty values count as unset.
 *
 * @throws {InvalidEnvironmentError} with a line per problem
 */
export function parseEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(input);
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? []),
    ...listCrossFieldProblems({ HOST: "127.0.0.1", ...input }),
  ];
  if (problems.length || !parsed.success) throw new InvalidEnvironmentError(problems.join("\n"));
  return parsed.data;
}

/** The socket that systemd passed to this process; null for none. */
export function getSystemdSocket(env = process.env): { readonly fd: number } | null {
  const { LISTEN_FDS: count, LISTEN_PID: pid } = env;
  // The first descriptor after those of the standard streams.
  return Number(count) > 0 && Number(pid) === process.pid ? { fd: 3 } : null;
}
