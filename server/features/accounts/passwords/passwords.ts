import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { invalid, reason, unavailable } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";

/** Argon2id parameters of OWASP: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Limits concurrent hashes, which take 19 MiB and about 20 ms of a core each. */
const maxConcurrent = Math.min(4, availableParallelism());
const maxWaiting = 200;

/** Maximum length in UTF-8 bytes; passwords are never truncated. */
const maxBytes = 200;

export function hashPassword(password: string): Promise<string> {
  return enqueue(() => hash(password, cost));
}

export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const passwordHash = stored ?? (await getDummyPasswordHash());
  const isCorrect = await enqueue(() => verify(passwordHash, password));
  return isCorrect && stored != null;
}

export function isOutdated(stored: string): boolean {
  return !stored.startsWith(`$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$`);
}

/**
 * Validates a new password.
 *
 * @param field the input field of the problem
 * @throws {ProblemError} `invalid_input`
 */
export async function validateNewPassword(
  { settings }: Pick<Services, "settings">,
  password: string,
  { field = "password", email = "" }: { readonly field?: string; readonly email?: string } = {},
): Promise<void> {
  const minLength = settings.passwordMinLength;
  if ([...password].length < minLength) {
    throw invalid({ [field]: reason("password_too_short", { min: minLength }) });
  }
  if (Buffer.byteLength(password) > maxBytes) {
    throw invalid({ [field]: reason("password_too_long", { max: maxBytes }) });
  }
  const isGuessable = password.toLowerCase() === email.toLowerCase() || (await isCommonPassword(password));
  if (isGuessable) {
    throw invalid({ [field]: "password_guessable" });
  }
}

let dummyHash: Promise<string> | null = null;

function getDummyPasswordHash(): Promise<string> {
  dummyHash ??= hash("a password of no account", cost);
  return dummyHash;
}

const waiting: (() => void)[] = [];
let running = 0;

/** @throws {ProblemError} `unavailable` when too many requests are waiting */
async function enqueue<T>(callback: () => Promise<T>): Promise<T> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxWaiting) throw unavailable("too_many_sign_ins");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await callback();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

let passwords: Promise<ReadonlySet<string>> | null = null;

async function isCommonPassword(password: string): Promise<boolean> {
  const lowercase = password.toLowerCase();
  if (isRepeated(lowercase) || isSequence(lowercase)) return true;
  passwords ??= loadPasswords();
  return (await passwords).has(lowercase);
}

/** Such as `aaaaaa` and `12341234`. */
const isRepeated = (text: string) => /^(.{1,4})\1+$/su.test(text);

/** Such as `abcdef` and `654321`: each character is the next or the previous one. */
function isSequence(text: string): boolean {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const step = (points[1] ?? 0) - (points[0] ?? 0);
  return (
    Math.abs(step) === 1 && points.every((point, at) => at === 0 || point - (points[at - 1] ?? 0) === step)
  );
}

async function loadPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"].map(String));
}
