import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { NameFields } from "#client/features/accounts/name-fields.tsx";
import { query } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { Checkbox } from "#client/ui/forms/checkbox.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { PasswordField } from "#client/ui/forms/password-field.tsx";
import { TextLink } from "#client/ui/text-link.tsx";
import { PasskeyButton } from "./passkey-button.tsx";
import { UndoneAccount, useUndoneAccount } from "./undone-account.tsx";
import { useAuthentication } from "./use-authentication.ts";
import { type AuthMode, minPasswordLength, type SignUpValues } from "./validate-credentials.ts";

interface AuthFormProps {
  readonly mode: AuthMode;
  readonly returnTo: string;
  readonly onDone: () => void;
  readonly isStaff?: boolean;
  /** Shown when the account is suspended. */
  readonly renderSuspended?: (values: SignUpValues) => ReactNode;
}

const emptyForm: SignUpValues = { email: "", password: "", firstName: "", lastName: "", username: "" };

/** Keeps the entered values when the mode changes. */
export function AuthForm({ mode, returnTo, onDone, isStaff = false, renderSuspended }: AuthFormProps) {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const undone = useUndoneAccount();
  const [values, setValues] = useState({ ...emptyForm, email: undone ?? "" });
  const [rememberMe, setRememberMe] = useState(false);
  const [code, setCode] = useState("");
  const { submit, fields, needsCode, isSuspended, isPending } = useAuthentication({
    mode,
    minLength,
    onDone,
    isStaff,
    needsProof: options?.requiresSignUpChallenge ?? false,
  });
  const isNew = mode === "sign-up";

  const getFieldProps = (name: keyof SignUpValues) => ({
    name,
    value: values[name],
    error: fields[name],
    onChange: ({ target }: { readonly target: HTMLInputElement }) =>
      setValues((previous) => ({ ...previous, [name]: target.value })),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(values, !isNew && rememberMe, code);
  };

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <UndoneAccount />
      {isNew && <NameFields getFieldProps={getFieldProps} />}
      <TextField
        {...getFieldProps("email")}
        label={t("auth.email")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        maxLength={254}
      />
      <PasswordField
        {...getFieldProps("password")}
        label={t("auth.password")}
        hint={isNew ? t("auth.passwordHint", { n: minLength }) : undefined}
        autoComplete={isNew ? "new-password" : "current-password"}
      />
      {!isNew && needsCode && <CodeField value={code} error={fields["code"]} onChange={setCode} />}
      {!isNew && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            name="rememberMe"
            label={t("auth.stayLoggedIn")}
            checked={rememberMe}
            onChange={({ target }) => setRememberMe(target.checked)}
          />
          <TextLink to="/auth/forgot" className="inline-flex min-h-11 items-center text-small">
            {t("auth.forgot")}
          </TextLink>
        </div>
      )}
      {isSuspended && renderSuspended?.(values)}
      <Button
        type="submit"
        size="large"
        isWide
        isPending={isPending}
        pendingText={t(isNew ? "auth.creatingAccount" : "auth.signingIn")}
      >
        {t(isNew ? "auth.createAccount" : "common.signIn")}
      </Button>
      {!isNew && <PasskeyButton isStaff={isStaff} rememberMe={rememberMe} onDone={onDone} />}
      {options?.providerName && (
        <a
          href={`/api/login?returnTo=${encodeURIComponent(returnTo)}`}
          className={getButtonClassName({ tone: "secondary", size: "large", isWide: true })}
        >
          {t("auth.continueWith", { provider: options.providerName })}
        </a>
      )}
      {options?.registersOnSignIn && !isStaff && (
        <p className="text-center text-muted text-small">{t("auth.registersOnSignIn")}</p>
      )}
    </form>
  );
}
