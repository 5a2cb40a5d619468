import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { fieldProblems, problemText, serverSentence, statusOf } from "#client/lib/api/error-message.ts";
import { useCall } from "#client/lib/api/query.ts";
import { keepUser, sessionQuery } from "#client/lib/api/session.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { toast } from "#client/ui/overlays/toast.ts";
import { type AuthMode, findRefusal, type Typed } from "./validate-credentials.ts";

const { signIn, signUp } = accountsContract;

interface Authentication {
  readonly mode: AuthMode;
  /** The shortest password that a new account may have here. */
  readonly leastLength: number;
  readonly onDone: () => void;
  /** It is the employees' door. */
  readonly isStaff?: boolean;
}

/** Signing in, or making an account: checks, sends, and says how it went. */
export function useAuthentication({ mode, leastLength, onDone, isStaff = false }: Authentication) {
  const client = useQueryClient();
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({});
  const signingIn = useCall(signIn, { saysItself: true });
  const signingUp = useCall(signUp, { saysItself: true });

  const send = async (typed: Typed, rememberMe: boolean) => {
    const { email, password, firstName, lastName, username } = typed;
    if (mode === "sign-in") {
      return signingIn.mutateAsync({ body: { email, password, rememberMe, ...(isStaff && { isStaff }) } });
    }
    return signingUp.mutateAsync({ body: { email, password, rememberMe, firstName, lastName, username } });
  };

  const submit = async (typed: Typed, rememberMe: boolean) => {
    // An old account's password may be shorter than what is asked of new ones now.
    const refusal = findRefusal(mode, typed, mode === "sign-up" ? leastLength : undefined);
    setFields(refusal?.fields ?? {});
    if (refusal) return toast({ tone: "destructive", ...refusal });
    try {
      const { user, isNew } = await send(typed, rememberMe);
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      keepUser(client, user);
      toast(
        isNew
          ? { title: say("auth.accountCreated"), description: say("auth.accountCreatedHint") }
          : { title: say("auth.welcomeBack"), description: say("auth.welcomeBackHint") },
      );
      onDone();
      void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
    } catch (error) {
      setFields(fieldProblems(error));
      toast({
        tone: "destructive",
        title: say(mode === "sign-in" ? "auth.signInFailed" : "auth.signUpFailed"),
        description:
          serverSentence(error) ?? (statusOf(error) ? say("auth.checkCredentials") : problemText(error)),
      });
    }
    return undefined;
  };

  return {
    submit,
    fields,
    forgetFields: () => setFields({}),
    isPending: signingIn.isPending || signingUp.isPending,
  };
}
