import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountsContract, type SignedInUser } from "#shared/accounts/contract.ts";
import {
  getErrorMessage,
  getErrorStatus,
  getReasonCode,
  getReasonMessage,
} from "#client/lib/api/error-message.ts";
import { sendWithProof, solveChallenge } from "#client/lib/api/proof-of-work.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { enterSession } from "./enter-session.ts";
import { setNewAccount } from "./new-account.ts";
import { type AuthMode, type SignUpValues, validateCredentials } from "./validate-credentials.ts";

const isSecondFactorError = (error: unknown) => getReasonCode(error)?.startsWith("second_factor") === true;

interface Authentication {
  readonly mode: AuthMode;
  readonly email: string;
  /** The minimum length for new accounts on this server. */
  readonly minLength: number;
  readonly onDone: () => void;
  readonly isStaff?: boolean;
  /** A sign-up needs a proof of work. */
  readonly needsProof: boolean;
}

const emptyForm = { password: "", firstName: "", lastName: "", username: "", rememberMe: false, code: "" };

/** The form of sign-in and sign-up, which keeps the entered values when the mode changes. */
export function useAuthentication(options: Authentication) {
  const { mode, email, minLength, onDone, isStaff = false, needsProof } = options;
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const [isSuspended, setSuspended] = useState(false);
  const send = useSendCredentials({ mode, isStaff, needsProof });

  const form = useForm<SignUpValues & typeof emptyForm>(
    {
      values: { ...emptyForm, email },
      validate: (values) => {
        // Old accounts may have passwords shorter than today's minimum.
        const rejection = validateCredentials(mode, values, mode === "sign-up" ? minLength : undefined);
        if (rejection) toast({ tone: "destructive", ...rejection });
        return rejection?.fields ?? {};
      },
      onSubmit: async (values) => {
        try {
          const { user, isNew } = await send(values, mode === "sign-in" && values.rememberMe, values.code);
          enterSession(client, user);
          setNewAccount(isNew && mode === "sign-in" ? { email: user.email, isUndone: false } : null);
          toast(
            isNew
              ? { title: t("auth.accountCreated"), description: t("auth.accountCreatedHint") }
              : { title: t("auth.welcomeBack"), description: t("auth.welcomeBackHint") },
          );
          onDone();
        } catch (error) {
          onRejection(error);
        }
      },
    },
    accountsContract.signUp.body,
  );
  const onRejection = (error: unknown) => {
    if (isSecondFactorError(error)) {
      setNeedsCode(true);
      return needsCode && form.setErrors({ code: getErrorMessage(error) });
    }
    setSuspended(getReasonCode(error) === "account_suspended");
    toast({
      tone: "destructive",
      title: t(mode === "sign-in" ? "auth.signInFailed" : "auth.signUpFailed"),
      description:
        getReasonMessage(error) ??
        (getErrorStatus(error) === 401 ? t("auth.checkCredentials") : getErrorMessage(error)),
    });
    throw error;
  };
  return { form, needsCode, isSuspended };
}

const { signIn, signUp } = accountsContract;

interface Options {
  readonly mode: AuthMode;
  readonly isStaff: boolean;
  /** A sign-up needs a proof of work. */
  readonly needsProof: boolean;
}

/** Sends a sign-in or a sign-up, with a proof of work where the server needs one. */
function useSendCredentials({ mode, isStaff, needsProof }: Options) {
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
