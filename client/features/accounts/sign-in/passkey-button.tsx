import { useMutation, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { isCancelled, supportsPasskeys } from "#client/features/accounts/passkey-support.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { enterSession } from "./enter-session.ts";

const { startPasskeySignIn, signInWithPasskey } = accountsContract;

interface PasskeyButtonProps {
  readonly isStaff: boolean;
  readonly rememberMe: boolean;
  readonly onDone: () => void;
}

/** Signs in with a passkey of this device, a security key or a phone. */
export function PasskeyButton({ isStaff, rememberMe, onDone }: PasskeyButtonProps) {
  const client = useQueryClient();
  const startMutation = useContractMutation(startPasskeySignIn, { handlesErrors: true });
  const finishMutation = useContractMutation(signInWithPasskey, { handlesErrors: true });
  const { mutate, isPending } = useMutation({
    meta: { handlesErrors: true },
    mutationFn: async () => {
      const { options } = await startMutation.mutateAsync({});
      const { startAuthentication } = await import("@simplewebauthn/browser");
      const credential = await startAuthentication({ optionsJSON: options as never });
      return finishMutation.mutateAsync({
        body: { credential: credential as never, rememberMe, ...(isStaff && { isStaff }) },
      });
    },
    onSuccess: ({ user }) => {
      enterSession(client, user);
      toast({ title: t("auth.welcomeBack"), description: t("auth.welcomeBackHint") });
      onDone();
    },
    onError: (error) => {
      if (isCancelled(error)) return;
      toast({ tone: "destructive", title: t("auth.signInFailed"), description: getErrorMessage(error) });
    },
  });
  if (!supportsPasskeys()) return null;
  return (
    <Button
      tone="secondary"
      size="large"
      isWide
      icon={<KeyRound aria-hidden />}
      isPending={isPending}
      onClick={() => mutate()}
    >
      {t("auth.signInWithPasskey")}
    </Button>
  );
}
