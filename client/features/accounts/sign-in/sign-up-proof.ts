import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { accountsContract } from "#shared/accounts/contract.ts";
import { call } from "#shared/api/http-client.ts";

/**
 * Solves a challenge for a sign-up: JSON of the challenge and its solution; undefined where none is
 * required.
 */
export async function solveSignUpChallenge(): Promise<string | undefined> {
  const { challenge } = await call(accountsContract.getSignUpChallenge, {});
  if (challenge === null) return undefined;
  const parsed = JSON.parse(challenge) as Challenge;
  const solution = await solveChallenge({ challenge: parsed, deriveKey });
  return JSON.stringify({ challenge: parsed, solution });
}
