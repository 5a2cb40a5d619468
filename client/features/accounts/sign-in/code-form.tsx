import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { toSafeReturnTo } from "#client/lib/api/return-to.ts";
import { setSessionUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

/** The second factor after a sign-in with a provider. */
export function CodeForm({ onDone }: { readonly onDone: (returnTo: string) => void }) {
  const client = useQueryClient();
  const [code, setCode] = useState("");
  const finish = useContractMutation(accountsContract.finishSignIn, { handlesErrors: true });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    finish.mutate(
      { body: { code } },
      {
        onSuccess: ({ user, returnTo }) => {
          setSessionUser(client, user);
          onDone(toSafeReturnTo(returnTo));
        },
      },
    );
  };
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <CodeField
        value={code}
        error={finish.error ? getErrorMessage(finish.error) : undefined}
        onChange={setCode}
      />
      <Button
        type="submit"
        size="large"
        isWide
        disabled={code.trim().length < 6}
        isPending={finish.isPending}
      >
        {t("common.signIn")}
      </Button>
    </form>
  );
}
