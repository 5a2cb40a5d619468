import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import {
  getErrorMessage,
  getErrorStatus,
  getFieldErrors,
  getReasonCode,
  getReasonMessage,
} from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { enterSession } from "./enter-session.ts";
import { type AuthMode, type SignUpValues, validateCredentials } from "./validate-credentials.ts";

const { signIn, signUp } = accountsContract;

const isSecondFactorError = (error: unknown) => getReasonCode(error)?.startsWith("second_factor") === true;

interface Authentication {
  readonly mode: AuthMode;
  /** The minimum length for new accounts on this server. */
  readonly minLength: number;
  readonly onDone: () => void;
  readonly isStaff?: boolean;
  /** A sign-up needs a proof of work. */
  readonly needsProof: boolean;
}

export function useAuthentication(options: Authentication) {
  const { mode, minLength, onDone, isStaff = false, needsProof } = options;
  const client = useQueryClient();
  const [needsCode, setNeedsCode] = useState(false);
  const [isSuspended, setSuspended] = useState(false);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const signInMutation = useContractMutation(signIn, { handlesErrors: true });
  const signUpMutation = useContractMutation(signUp, { handlesErrors: true });
  const [isSolving, setSolving] = useState(false);

  const send = async (values: SignUpValues, rememberMe: boolean, code: string) => {
    const { email, password, firstName, lastName, username } = values;
    if (mode === "sign-in") {
      return signInMutation.mutateAsync({
        body: { email, password, rememberMe, ...(isStaff && { isStaff }), ...(code && { code }) },
      });
    }
    setSolving(needsProof);
    try {
      const proof = needsProof
        ? await (await import("./sign-up-proof.ts")).solveSignUpChallenge()
        : undefined;
      return await signUpMutation.mutateAsync({
        body: { email, password, rememberMe, firstName, lastName, username, ...(proof && { proof }) },
      });
    } finally {
      setSolving(false);
    }
  };

  const submit = async (values: SignUpValues, rememberMe: boolean, code = "") => {
    // Old accounts may have passwords shorter than today's minimum.
    const rejection = validateCredentials(mode, values, mode === "sign-up" ? minLength : undefined);
    setFields(rejection?.fields ?? {});
    if (rejection) return toast({ tone: "destructive", ...rejection });
    try {
      const { user, isNew } = await send(values, rememberMe, code);
      enterSession(client, user);
      toast(
        isNew
          ? { title: t("auth.accountCreated"), description: t("auth.accountCreatedHint") }
          : { title: t("auth.welcomeBack"), description: t("auth.welcomeBackHint") },
      );
      onDone();
    } catch (error) {
      if (isSecondFactorError(error)) {
        setNeedsCode(true);
        return setFields(needsCode ? { code: getErrorMessage(error) } : {});
      }
      setSuspended(getReasonCode(error) === "account_suspended");
      setFields(getFieldErrors(error));
      toast({
        tone: "destructive",
        title: t(mode === "sign-in" ? "auth.signInFailed" : "auth.signUpFailed"),
        description:
          getReasonMessage(error) ??
          (getErrorStatus(error) ? t("auth.checkCredentials") : getErrorMessage(error)),
      });
    }
    return undefined;
  };

  return {
    submit,
    fields,
    needsCode,
    isSuspended,
    clearFields: () => setFields({}),
    isPending: signInMutation.isPending || signUpMutation.isPending || isSolving,
  };
}
