import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
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

export function AuthForm({ mode, returnTo, onDone, isStaff = false, renderSuspended }: AuthFormProps) {
  const { data: options } = useQuery(query(accountsContract.getSignInOptions, {}));
  const minLength = options?.passwordMinLength ?? minPasswordLength;
  const undone = useUndoneAccount();
  const { form, needsCode, isSuspended } = useAuthentication({
    mode,
    email: undone ?? "",
    minLength,
    onDone,
    isStaff,
    needsProof: options?.requiresSignUpChallenge ?? false,
  });
  const isNew = mode === "sign-up";
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <UndoneAccount />
      {isNew && <NameFields field={form.field} />}
      <TextField
        {...form.field("email")}
        label={t("auth.email")}
        type="email"
        dir="ltr"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="username"
        maxLength={254}
      />
      <PasswordField
        {...form.field("password")}
        label={t("auth.password")}
        hint={isNew ? t("auth.passwordHint", { n: minLength }) : undefined}
        autoComplete={isNew ? "new-password" : "current-password"}
      />
      {!isNew && needsCode && <CodeField {...form.field("code")} maxLength={20} />}
      {!isNew && (
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox {...form.toggle("rememberMe")} label={t("auth.stayLoggedIn")} />
          <TextLink to="/auth/forgot" className="inline-flex min-h-11 items-center text-small">
            {t("auth.forgot")}
          </TextLink>
        </div>
      )}
      {isSuspended && renderSuspended?.(form.values)}
      <Button
        type="submit"
        size="large"
        isWide
        isPending={form.isPending}
        pendingText={t(isNew ? "auth.creatingAccount" : "auth.signingIn")}
      >
        {t(isNew ? "auth.createAccount" : "common.signIn")}
      </Button>
      {!isNew && <PasskeyButton isStaff={isStaff} rememberMe={form.values.rememberMe} onDone={onDone} />}
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
