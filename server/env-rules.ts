import { isIP } from "node:net";
import { logLevelsProblem, parseLogLevels } from "./logging/log-levels.ts";

/** Settings that are needed together. */
const groups = {
  Stripe: ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_PRICE_MONTHLY", "STRIPE_PRICE_YEARLY"],
  "the CDN": ["CDN_PATH", "CDN_SIGNING_KEY"],
  S3: ["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"],
} as const;

/** Problems of settings that depend on each other, or have a form that their schema does not check. */
export function listCrossFieldProblems(
  env: Readonly<Record<string, string | undefined>> & { HOST: string },
): string[] {
  const problems: string[] = [];
  for (const [service, names] of Object.entries(groups)) {
    const missing = names.filter((name) => env[name] === undefined);
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(`${missing.join(", ")}: needed with the other settings of ${service}`);
    }
  }
  const { PUBLIC_ORIGIN: origin, OIDC_ISSUER: issuer, SMTP_URL: smtpUrl } = env;
  const { TRUST_PROXY: proxies } = env;
  if (origin !== undefined && !isOrigin(origin)) {
    problems.push("PUBLIC_ORIGIN: must be an address without a path, such as https://books.example.org");
  }
  if (origin === undefined && !isLoopback(env.HOST)) {
    problems.push(`PUBLIC_ORIGIN: is needed when HOST (${env.HOST}) can be reached from other machines`);
  }
  const hasMetrics = env["METRICS_PORT"] !== undefined;
  if (hasMetrics && !isLoopback(env["METRICS_HOST"] ?? "127.0.0.1") && !env["METRICS_TOKEN"]) {
    problems.push("METRICS_TOKEN: is needed when METRICS_HOST can be reached from other machines");
  }
  if (!parseLogLevels(env["LOG_LEVEL"] ?? "info")) problems.push(logLevelsProblem);
  if (issuer !== undefined && !(env["OIDC_CLIENT_ID"] && env["OIDC_CLIENT_SECRET"])) {
    problems.push("OIDC_CLIENT_ID and OIDC_CLIENT_SECRET: are needed with OIDC_ISSUER");
  }
  const invalidProxies = (proxies ?? "").split(",").filter((each) => each.trim() && !isProxy(each.trim()));
  if (invalidProxies.length) {
    const listed = invalidProxies.map((each) => each.trim()).join(", ");
    problems.push(`TRUST_PROXY: must be addresses, such as 10.0.0.0/8, or loopback; not ${listed}`);
  }
  for (const name of ["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    if (!/^postgres(ql)?:\/\//.test(env[name] ?? "postgres://")) {
      problems.push(`${name}: must begin with postgres://`);
    }
  }
  for (const name of ["DATABASE_DIRECT_URL", "DATABASE_READ_URL"]) {
    if (env[name] !== undefined && env["DATABASE_URL"] === undefined) {
      problems.push(`DATABASE_URL: is needed with ${name}`);
    }
  }
  for (const name of ["PUSH_HOSTS", "WEBHOOK_HOSTS"] as const) {
    const invalidHosts = parseList(env[name] ?? "").filter((each) => !isHost(each));
    if (invalidHosts.length) {
      const listed = invalidHosts.join(", ");
      problems.push(`${name}: must be hosts, such as push.example.org or *.example.org; not ${listed}`);
    }
  }
  const { NARRATOR_COMMAND: command } = env;
  if (command !== undefined && !getCommand(command)) {
    problems.push('NARRATOR_COMMAND: must be a JSON array of strings, such as ["piper","--output_file","-"]');
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
  const [ip = "", bits, ...more] = text.split("/");
  const max = { 0: -1, 4: 32, 6: 128 }[isIP(ip)] ?? -1;
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max);
  return max > 0 && isRange && more.length === 0;
}

/** Words separated by commas or spaces, in lower case. */
export const parseList = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

/** A host, optionally with a port or a leading dot for subdomains. */
const isHost = (text: string) => /^(\*\.(?=[^.]+\.))?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/.test(text);

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1)$/.test(host);

/** @returns null when it is not an array of strings */
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
