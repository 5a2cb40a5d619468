import { hkdfSync, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Payload } from "altcha-lib/types";
import { invalid } from "#server/http/api/problem.ts";
import { claimOnce } from "#server/http/security/rate-limit.ts";
import type { Services } from "#server/services.ts";

const lifetimeSeconds = 20 * 60;
/** About a second of a laptop's or some seconds of a phone's time. */
const challengeCost = { cost: 2_000, from: 500, to: 1_500 };

/** A signed proof-of-work challenge as JSON; null where none is required. */
export async function issueSignUpChallenge({ settings, clock }: Services): Promise<string | null> {
  if (!settings.requiresSignUpChallenge) return null;
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: challengeCost.cost,
    deriveKey,
    counter: randomInt(challengeCost.from, challengeCost.to),
    data: { until: clock().getTime() + lifetimeSeconds * 1000 },
    ...getSecrets(settings.secret),
  });
  return JSON.stringify(challenge);
}

/**
 * Checks the solution of a challenge where one is required. Each solution counts once.
 *
 * @param proof JSON of the challenge and its solution
 * @throws {ProblemError} `invalid_input`
 */
export async function requireSignUpProof(services: Services, proof: string | undefined): Promise<void> {
  if (!services.settings.requiresSignUpChallenge) return;
  const signature = await verifyProof(services, proof);
  if (!signature || !(await claimOnce(services, `sign-up-challenge ${signature}`, lifetimeSeconds))) {
    throw invalid({ proof: "sign_up_challenge_failed" });
  }
}

/** The signature of a valid challenge with its solution, else null. */
async function verifyProof({ settings, clock }: Services, proof: string | undefined): Promise<string | null> {
  try {
    const { challenge, solution } = JSON.parse(proof ?? "") as Payload;
    const secrets = getSecrets(settings.secret);
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
    const until = Number(challenge.parameters.data?.["until"]);
    return verified && until > clock().getTime() ? (challenge.signature ?? null) : null;
  } catch {
    return null;
  }
}

function getSecrets(secret: string) {
  const derive = (info: string) => Buffer.from(hkdfSync("sha256", secret, "", info, 32)).toString("hex");
  return {
    hmacSignatureSecret: derive("sign-up challenge"),
    hmacKeySignatureSecret: derive("sign-up solution"),
  };
}
