import type { Challenge } from "altcha-lib/types";
import { accountsContract } from "#shared/accounts/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { getReasonCode } from "./error-message.ts";

/** Solves a challenge of the server: JSON of the challenge and its solution. Takes about a second. */
export async function solveChallenge(): Promise<string> {
  const [{ challenge }, { solveChallenge: solve }, { deriveKey }] = await Promise.all([
    call(accountsContract.getProofOfWork, {}),
    import("altcha-lib"),
    import("altcha-lib/algorithms/web/pbkdf2"),
  ]);
  const parsed = JSON.parse(challenge) as Challenge;
  const solution = await solve({ challenge: parsed, deriveKey });
  return JSON.stringify({ challenge: parsed, solution });
}

/** Sends a request, and once more with a solved challenge when the server asks for it. */
export async function sendWithProof<T>(send: (proof?: string) => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (getReasonCode(error) !== "proof_required") throw error;
    // Without HTTPS, browsers have no WebCrypto.
    const proof = await solveChallenge().catch(() => Promise.reject(error));
    return send(proof);
  }
}
