import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { defaultProductName } from "#shared/kernel/product.ts";

const text = (about: string) => z.string().register(z.globalRegistry, { description: about });
const orElse = z._default;

/** All that an operator can set, by the names of the environment. `.env.example` is made from it. */
export const Environment = z.object({
  NODE_ENV: orElse(z.enum(["development", "production", "test"]), "production"),
  HOST: orElse(
    text("The address to listen on; one other than loopback also needs PUBLIC_ORIGIN."),
    "127.0.0.1",
  ),
  PORT: orElse(z.coerce.number().check(z.int(), z.gte(0), z.lte(65535)), 5000),
  DATA_DIR: orElse(text("The folder of the embedded database, the media and the secret."), ".data"),
  DATABASE_URL: z.optional(text("A PostgreSQL (15 or newer) to use instead of the embedded one.")),
  PUBLIC_ORIGIN: z.optional(text("The address people use, such as https://books.example.org.")),
  DEV_ORIGINS: orElse(text("More allowed addresses, by commas; `npm run dev` names Vite's here."), ""),
  PRODUCT_NAME: orElse(
    text("What the site is called.").check(z.minLength(1), z.maxLength(40)),
    defaultProductName,
  ),
  SESSION_SECRET: z.optional(
    text("Signs sessions; at least 32 characters. Left out, one is made and kept in DATA_DIR.").check(
      z.minLength(32),
    ),
  ),
  TRUST_PROXY: orElse(text("Addresses of proxies whose X-Forwarded-For is believed, by commas."), ""),
  PASSWORD_MIN_LENGTH: orElse(z.coerce.number().check(z.int(), z.gte(6), z.lte(64)), 6),
  AUTO_REGISTER: orElse(z.enum(["on", "off"]), "on"),
  OIDC_ISSUER: z.optional(
    text("An OpenID provider to sign in by; needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET."),
  ),
  OIDC_CLIENT_ID: z.optional(z.string()),
  OIDC_CLIENT_SECRET: z.optional(z.string()),
  OIDC_NAME: orElse(text("What the provider is called on the button."), "OpenID"),
  SMTP_URL: orElse(
    text("The mail server, such as smtps://user:secret@mail.example.org. Without it letters are kept."),
    "",
  ),
  MAIL_FROM: orElse(text("The sender of letters."), "library@localhost"),
  RATE_LIMIT_FACTOR: orElse(z.coerce.number().check(z.gte(1), z.lte(100_000)), 1),
  X_ACCEL: orElse(z.enum(["on", "off"]), "off"),
  MAX_EPUB_MB: orElse(z.coerce.number().check(z.gte(1), z.lte(4096)), 500),
  MAX_AUDIO_MB: orElse(z.coerce.number().check(z.gte(1), z.lte(16_384)), 4096),
  DEMO: orElse(z.enum(["on", "off"]), "on").register(z.globalRegistry, {
    description: "Whether `npm start` loads the demo library into an empty database.",
  }),
  LOG_LEVEL: orElse(z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]), "info"),
});
export type Environment = z.infer<typeof Environment>;

/** The settings the server runs by. */
export interface Settings {
  readonly productName: string;
  readonly host: string;
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** The addresses people use; the first is the one links in mails carry. */
  readonly origins: readonly [string, ...string[]];
  readonly isHttps: boolean;
  /** Signs session cookies and tokens. */
  readonly secret: string;
  /** Addresses by commas; empty for none. */
  readonly trustedProxies: string;
  readonly passwordMinLength: number;
  readonly registersOnSignIn: boolean;
  readonly oidc: OidcSettings | null;
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Multiplies every request budget; 1 in production. */
  readonly rateLimitFactor: number;
  /** nginx in front sends the bytes of files by `X-Accel-Redirect`. */
  readonly usesXAccel: boolean;
  /** Bytes that are accepted, by what they are. */
  readonly uploadLimits: { readonly epub: number; readonly audio: number; readonly image: number };
}

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly name: string;
}

/** Settings that cannot be used, every one of them named. */
export class BadSettings extends Error {
  override readonly name = "BadSettings";
}

/**
 * Reads the environment, empty values as absent.
 *
 * @throws {BadSettings} with a line for each problem.
 */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  const problems = parsed.success
    ? togetherProblems(parsed.data)
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  if (problems.length || !parsed.success) throw new BadSettings(problems.join("\n"));
  return parsed.data;
}

/** Turns the environment into settings; makes the secret at the first start. */
export function toSettings(env: Environment): Settings {
  const dataDir = path.resolve(env.DATA_DIR);
  const origins = originsOf(env);
  return {
    productName: env.PRODUCT_NAME,
    host: env.HOST,
    port: env.PORT,
    dataDir,
    origins,
    isHttps: origins[0].startsWith("https:"),
    secret: env.SESSION_SECRET ?? keepSecret(dataDir),
    trustedProxies: env.TRUST_PROXY,
    passwordMinLength: env.PASSWORD_MIN_LENGTH,
    registersOnSignIn: env.AUTO_REGISTER === "on",
    oidc: oidcOf(env),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    rateLimitFactor: env.RATE_LIMIT_FACTOR,
    usesXAccel: env.X_ACCEL === "on",
    uploadLimits: { epub: env.MAX_EPUB_MB * 1e6, audio: env.MAX_AUDIO_MB * 1e6, image: 20e6 },
  };
}

/** What is wrong with settings that are each fine. */
function togetherProblems(env: Environment): string[] {
  const problems: string[] = [];
  const { PUBLIC_ORIGIN: origin, OIDC_ISSUER: issuer } = env;
  if (origin !== undefined && !isOrigin(origin)) {
    problems.push("PUBLIC_ORIGIN: must be an address without a path, such as https://books.example.org");
  }
  if (origin === undefined && !isLoopback(env.HOST)) {
    problems.push(`PUBLIC_ORIGIN: is needed when HOST (${env.HOST}) can be reached from other machines`);
  }
  if (issuer !== undefined && !(env.OIDC_CLIENT_ID && env.OIDC_CLIENT_SECRET)) {
    problems.push("OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: are needed with OIDC_ISSUER");
  }
  if (env.DATABASE_URL !== undefined && !/^postgres(ql)?:\/\//.test(env.DATABASE_URL)) {
    problems.push("DATABASE_URL: must begin with postgres://");
  }
  if (env.SMTP_URL && !/^smtps?:\/\//.test(env.SMTP_URL))
    problems.push("SMTP_URL: must begin with smtp:// or smtps://");
  return problems;
}

function originsOf(env: Environment): readonly [string, ...string[]] {
  const { PUBLIC_ORIGIN: origin, PORT: port } = env;
  const more = env.DEV_ORIGINS.split(",").filter(Boolean);
  if (origin) return [new URL(origin).origin, ...more];
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, ...more];
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
}

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

function oidcOf(env: Environment): OidcSettings | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  return issuer && clientId && clientSecret ? { issuer, clientId, clientSecret, name: env.OIDC_NAME } : null;
}

function keepSecret(dataDir: string): string {
  const file = path.join(dataDir, "secret");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600, flag: "wx" });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}
