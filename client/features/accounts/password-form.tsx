import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { fieldProblems, problemText } from "#client/lib/api/error-message.ts";
import { query, useCall } from "#client/lib/api/query.ts";
import { say } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { leastPasswordLength } from "./validate-credentials.ts";

const nothing = { currentPassword: "", newPassword: "" };

/** Changes the password; every other device is signed out. */
export function PasswordForm() {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const leastLength = options?.passwordMinLength ?? leastPasswordLength;
  const [typed, setTyped] = useState(nothing);
  const [tooShort, setTooShort] = useState<string>();
  const { changePassword, listSessions } = accountsContract;
  const changing = useCall(changePassword, { saysItself: true, refreshes: [listSessions] });
  const errors = fieldProblems(changing.error);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const isLongEnough = Array.from(typed.newPassword).length >= leastLength;
    setTooShort(isLongEnough ? undefined : say("auth.passwordLeast", { n: leastLength }));
    if (!isLongEnough) return;
    changing.mutate(
      { body: typed },
      {
        onSuccess: () => {
          setTyped(nothing);
          toast({ title: say("settings.passwordChanged"), description: say("settings.othersSignedOut") });
        },
      },
    );
  };
  const field = (name: keyof typeof nothing) => ({
    name,
    value: typed[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <PasswordField
        {...field("currentPassword")}
        label={say("settings.currentPassword")}
        autoComplete="current-password"
        error={errors["currentPassword"]}
      />
      <PasswordField
        {...field("newPassword")}
        label={say("auth.newPassword")}
        hint={say("auth.passwordHint", { n: leastLength })}
        autoComplete="new-password"
        error={tooShort ?? errors["newPassword"]}
      />
      {changing.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-destructive">
          {problemText(changing.error)}
        </p>
      )}
      <Button type="submit" className="self-start" isPending={changing.isPending}>
        {say("settings.changePassword")}
      </Button>
    </form>
  );
}
