import { hkdfSync, randomInt } from "node:crypto";
import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Payload } from "altcha-lib/types";
import type { Services } from "#server/services.ts";
import { claimOnce } from "./counters.ts";

const lifetimeSeconds = 20 * 60;
/** About a second of a laptop's or some seconds of a phone's time. */
const challengeCost = { cost: 2_000, from: 500, to: 1_500 };

type Deps = Pick<Services, "db" | "clock" | "settings">;

/** A signed proof-of-work challenge as JSON. */
export async function issueChallenge({ settings, clock }: Omit<Deps, "db">): Promise<string> {
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
 * Whether a challenge was solved. Each solution counts once.
 *
 * @param proof JSON of the challenge and its solution
 */
export async function consumeProof(services: Deps, proof: unknown): Promise<boolean> {
  if (typeof proof !== "string") return false;
  const signature = await verifyProof(services, proof);
  return signature !== null && claimOnce(services, `proof-of-work ${signature}`, lifetimeSeconds);
}

/** The signature of a valid challenge with its solution, else null. */
async function verifyProof({ settings, clock }: Deps, proof: string): Promise<string | null> {
  try {
    const { challenge, solution } = JSON.parse(proof) as Payload;
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
    hmacSignatureSecret: derive("proof-of-work challenge"),
    hmacKeySignatureSecret: derive("proof-of-work solution"),
  };
}
