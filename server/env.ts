import { isIP } from "node:net";
import * as z from "zod/mini";
import { defaultProductName } from "#shared/api/product.ts";

const otherwise = z._default;

/** The description in `.env.example`. */
function about<Schema extends z.ZodMiniType>(description: string, schema: Schema): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const number = (least: number, most: number) => z.coerce.number().check(z.gte(least), z.lte(most));
const onOrOff = z.enum(["on", "off"]);
const levels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** All that an operator can set, by the names of the environment. `.env.example` is made from it. */
export const Environment = z.object({
  NODE_ENV: about(
    "What the server runs for.",
    otherwise(z.enum(["development", "production", "test"]), "production"),
  ),
  HOST: about(
    "The address to listen on; one other than loopback also needs PUBLIC_ORIGIN.",
    otherwise(z.string(), "127.0.0.1"),
  ),
  PORT: about("The port to listen on.", otherwise(number(0, 65_535).check(z.int()), 5000)),
  DATA_DIR: about(
    "The folder of the embedded database, the media and the secret.",
    otherwise(z.string(), ".data"),
  ),
  DATABASE_URL: about(
    "A PostgreSQL (15 or newer) to use instead of the embedded one.",
    z.optional(z.string()),
  ),
  PUBLIC_ORIGIN: about("The address people use, such as https://books.example.org.", z.optional(z.string())),
  DEV_ORIGINS: about(
    "More allowed addresses, by commas; `npm run dev` names Vite's here.",
    otherwise(z.string(), ""),
  ),
  PRODUCT_NAME: about(
    "What the site is called.",
    otherwise(z.string().check(z.minLength(1), z.maxLength(40)), defaultProductName),
  ),
  SESSION_SECRET: about(
    "Signs sessions; at least 32 characters. Left out, one is made and kept in DATA_DIR.",
    z.optional(z.string().check(z.minLength(32))),
  ),
  TRUST_PROXY: about(
    "Addresses of proxies whose X-Forwarded-For is believed, by commas.",
    otherwise(z.string(), ""),
  ),
  PASSWORD_MIN_LENGTH: about(
    "Characters that a password has at least.",
    otherwise(number(6, 64).check(z.int()), 6),
  ),
  AUTO_REGISTER: about("Whether signing in by an unknown e-mail makes an account.", otherwise(onOrOff, "on")),
  OIDC_ISSUER: about(
    "An OpenID provider to sign in by; needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.",
    z.optional(z.string()),
  ),
  OIDC_CLIENT_ID: about("Who this site is at the provider.", z.optional(z.string())),
  OIDC_CLIENT_SECRET: about("What proves it.", z.optional(z.string())),
  OIDC_NAME: about("What the provider is called on the button.", otherwise(z.string(), "OpenID")),
  SMTP_URL: about(
    "The mail server, such as smtps://user:secret@mail.example.org. Without it letters are kept.",
    otherwise(z.string(), ""),
  ),
  MAIL_FROM: about("The sender of letters.", otherwise(z.string(), "library@localhost")),
  PUSH_HOSTS: about(
    "Push services besides those of the known browsers, by commas: hosts that you trust, such as push.example.org, *.example.org or push.lan:8443. They may lie in your own network.",
    otherwise(z.string(), ""),
  ),
  CONTACT_EMAIL: about(
    "Who gets what people write by the contact form; left out, the sender of letters.",
    z.optional(z.email()),
  ),
  RATE_LIMIT_FACTOR: about(
    "Multiplies every request budget; more than 1 only for tests.",
    otherwise(number(1, 100_000), 1),
  ),
  X_ACCEL: about("Whether nginx in front sends the bytes of files.", otherwise(onOrOff, "off")),
  MAX_EPUB_MB: about("The largest EPUB that is taken in.", otherwise(number(1, 4096), 500)),
  MAX_EPUB_UNPACKED_MB: about("How large an EPUB may be when unpacked.", otherwise(number(10, 16_384), 1000)),
  MAX_AUDIO_MB: about("The largest sound file that is taken in.", otherwise(number(1, 16_384), 4096)),
  NARRATOR_COMMAND: about(
    'A better voice than espeak-ng for narrating books, as a JSON list of words: ["piper","--model","/voices/{language}.onnx","--output_file","-"]. Run without a shell; gets text on stdin and writes a WAV of 16 bits to stdout.',
    z.optional(z.string()),
  ),
  NARRATOR_NAME: about(
    "What that voice is called.",
    otherwise(z.string().check(z.minLength(1), z.maxLength(60)), "AI voice"),
  ),
  NARRATOR_LANGUAGES: about(
    "The languages it speaks, such as en,ar; left out, all. Books in others are narrated by espeak-ng.",
    otherwise(z.string(), ""),
  ),
  NARRATOR_SECONDS: about("How long it may take for a sentence.", otherwise(number(1, 3600), 120)),
  NARRATOR_MEMORY_MB: about("How much memory it may hold (on Linux).", otherwise(number(16, 262_144), 2048)),
  DEMO: about("Whether the demo library is loaded into an empty database.", otherwise(onOrOff, "on")),
  LOG_LEVEL: about("How much is written to the log.", otherwise(z.enum(levels), "info")),
});
export type Environment = z.infer<typeof Environment>;

/** Settings that cannot be used, every one of them named. */
export class InvalidEnvironmentError extends Error {
  override readonly name = "BadSettings";
}

/**
 * Reads the environment, empty values as absent.
 *
 * @throws {BadSettings} with a line for each problem.
 */
export function parseEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) ?? []),
    ...crossFieldProblems({ HOST: "127.0.0.1", ...given }),
  ];
  if (problems.length || !parsed.success) throw new InvalidEnvironmentError(problems.join("\n"));
  return parsed.data;
}

function crossFieldProblems(env: Readonly<Record<string, string | undefined>> & { HOST: string }): string[] {
  const problems: string[] = [];
  const { PUBLIC_ORIGIN: origin, OIDC_ISSUER: issuer, DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl } = env;
  const { TRUST_PROXY: proxies } = env;
  if (origin !== undefined && !isOrigin(origin)) {
    problems.push("PUBLIC_ORIGIN: must be an address without a path, such as https://books.example.org");
  }
  if (origin === undefined && !isLoopback(env.HOST)) {
    problems.push(`PUBLIC_ORIGIN: is needed when HOST (${env.HOST}) can be reached from other machines`);
  }
  if (issuer !== undefined && !(env["OIDC_CLIENT_ID"] && env["OIDC_CLIENT_SECRET"])) {
    problems.push("OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: are needed with OIDC_ISSUER");
  }
  const notProxies = (proxies ?? "").split(",").filter((each) => each.trim() && !isProxy(each.trim()));
  if (notProxies.length) {
    const named = notProxies.map((each) => each.trim()).join(", ");
    problems.push(`TRUST_PROXY: must be addresses, such as 10.0.0.0/8, or loopback; not ${named}`);
  }
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push("DATABASE_URL: must begin with postgres://");
  }
  const notHosts = parseList(env["PUSH_HOSTS"] ?? "").filter((each) => !isHost(each));
  if (notHosts.length) {
    problems.push(
      `PUSH_HOSTS: must be hosts, such as push.example.org or *.example.org; not ${notHosts.join(", ")}`,
    );
  }
  const { NARRATOR_COMMAND: command } = env;
  if (command !== undefined && !getCommand(command)) {
    problems.push('NARRATOR_COMMAND: must be a JSON list of words, such as ["piper","--output_file","-"]');
  }
  if (smtpUrl !== undefined && !/^smtps?:\/\//.test(smtpUrl))
    problems.push("SMTP_URL: must begin with smtp:// or smtps://");
  return problems;
}

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
}

function isProxy(text: string): boolean {
  if (/^(loopback|linklocal|uniquelocal)$/.test(text)) return true;
  const [address = "", bits, ...more] = text.split("/");
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return most > 0 && isRange && more.length === 0;
}

/** Words by commas or spaces, in lower case. */
export const parseList = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** A host, one with a port, or all below a host that has a dot. */
const isHost = (text: string) => /^(\*\.(?=[^.]+\.))?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/.test(text);

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** @returns null for what is no list of words. */
export function getCommand(text: string): readonly string[] | null {
  try {
    const words: unknown = JSON.parse(text);
    const isList =
      Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string");
    return isList && words[0] !== "" ? words : null;
  } catch {
    return null;
  }
}
