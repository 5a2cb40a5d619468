import { t } from "#client/lib/i18n/i18n.ts";

export type AuthMode = "sign-in" | "sign-up";

export interface SignUpValues {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
}

export interface Rejection {
  readonly title: string;
  readonly description: string;
  readonly fields: Partial<Record<keyof SignUpValues, string>>;
}

/** The minimum of ADR 61, used until the server has answered. */
export const minPasswordLength = 6;

const alwaysRequired = ["email", "password"] as const;
const signUpFields = ["firstName", "lastName", "username"] as const;

/** @returns null when the form is valid */
export function validateCredentials(
  mode: AuthMode,
  values: SignUpValues,
  minLength = minPasswordLength,
): Rejection | null {
  const listMissing = (names: readonly (keyof SignUpValues)[]) =>
    names.filter((name) => !values[name].trim());
  const missingRequired = listMissing(alwaysRequired);
  const missingSignUpFields = mode === "sign-up" ? listMissing(signUpFields) : [];
  if (missingRequired.length > 0)
    return rejectMissing([...missingSignUpFields, ...missingRequired], t("auth.enterBoth"));
  if (missingSignUpFields.length > 0) return rejectMissing(missingSignUpFields, t("auth.fillAll"));

  const description = findPasswordProblem(values.password, minLength);
  return description === undefined
    ? null
    : { title: t("auth.passwordTooShort"), description, fields: { password: description } };
}

/** @returns undefined for a password that is long enough */
export const findPasswordProblem = (password: string, minLength: number): string | undefined =>
  Array.from(password).length < minLength ? t("auth.passwordMinLength", { n: minLength }) : undefined;

function rejectMissing(names: readonly (keyof SignUpValues)[], description: string): Rejection {
  const fields = Object.fromEntries(names.map((name) => [name, t("auth.required")]));
  return { title: t("auth.missingInformation"), description, fields };
}
