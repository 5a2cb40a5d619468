import { accountsContract, type SignedInUser } from "#shared/accounts/contract.ts";
import { sendWithProof, solveChallenge } from "#client/lib/api/proof-of-work.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import type { AuthMode, SignUpValues } from "./validate-credentials.ts";

const { signIn, signUp } = accountsContract;

interface Options {
  readonly mode: AuthMode;
  readonly isStaff: boolean;
  /** A sign-up needs a proof of work. */
  readonly needsProof: boolean;
}

/** Sends a sign-in or a sign-up, with a proof of work where the server needs one. */
export function useSendCredentials({ mode, isStaff, needsProof }: Options) {
  const { mutateAsync: sendSignIn } = useContractMutation(signIn, { handlesErrors: true });
  const { mutateAsync: sendSignUp } = useContractMutation(signUp, { handlesErrors: true });

  return async (values: SignUpValues, rememberMe: boolean, code: string): Promise<SignedInUser> => {
    const { email, password, firstName, lastName, username } = values;
    const credentials = { email, password, rememberMe };
    if (mode === "sign-in") {
      const body = { ...credentials, ...(isStaff && { isStaff }), ...(code && { code }) };
      return sendWithProof((proof) => sendSignIn({ body: { ...body, ...(proof && { proof }) } }));
    }
    const proof = needsProof ? await solveChallenge() : undefined;
    const names = { firstName, lastName, username };
    return sendSignUp({ body: { ...credentials, ...names, ...(proof && { proof }) } });
  };
}
