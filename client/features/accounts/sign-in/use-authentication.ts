import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  getErrorMessage,
  getErrorStatus,
  getFieldErrors,
  getReasonCode,
  getReasonMessage,
} from "#client/lib/api/error-message.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { setNewAccount } from "#client/lib/new-account.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { enterSession } from "./enter-session.ts";
import { useSendCredentials } from "./use-send-credentials.ts";
import { type AuthMode, type SignUpValues, validateCredentials } from "./validate-credentials.ts";

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
  const [isPending, setPending] = useState(false);
  const send = useSendCredentials({ mode, isStaff, needsProof });

  const submit = async (values: SignUpValues, rememberMe: boolean, code = "") => {
    // Old accounts may have passwords shorter than today's minimum.
    const rejection = validateCredentials(mode, values, mode === "sign-up" ? minLength : undefined);
    setFields(rejection?.fields ?? {});
    if (rejection) return toast({ tone: "destructive", ...rejection });
    setPending(true);
    try {
      const { user, isNew } = await send(values, rememberMe, code);
      enterSession(client, user);
      setNewAccount(isNew && mode === "sign-in" ? { email: user.email, isUndone: false } : null);
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
    } finally {
      setPending(false);
    }
    return undefined;
  };

  return {
    submit,
    fields,
    needsCode,
    isSuspended,
    clearFields: () => setFields({}),
    isPending,
  };
}
