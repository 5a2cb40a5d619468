import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { NameFields } from "#client/features/accounts/name-fields.tsx";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { setSessionUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

type ProfileValues = Pick<User, "firstName" | "lastName" | "username" | "bio">;

export function ProfileForm({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const [values, setValues] = useState<ProfileValues>(user);
  const saveMutation = useContractMutation(accountsContract.updateProfile, { handlesErrors: true });
  const errors = getFieldErrors(saveMutation.error);

  const getFieldProps = (name: keyof ProfileValues) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      setValues((previous) => ({ ...previous, [name]: target.value })),
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const { firstName, lastName, username, bio } = values;
    saveMutation.mutate(
      { body: { firstName, lastName, username, bio } },
      {
        onSuccess: (changed) => {
          setSessionUser(client, changed);
          toast({ title: t("settings.saved") });
        },
      },
    );
  };

  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
      <NameFields getFieldProps={getFieldProps} />
      <TextArea {...getFieldProps("bio")} label={t("settings.bio")} maxLength={1000} />
      {saveMutation.isError && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-destructive">
          {getErrorMessage(saveMutation.error)}
        </p>
      )}
      <Button type="submit" className="self-start" isPending={saveMutation.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
