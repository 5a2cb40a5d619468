import { useQueryClient } from "@tanstack/react-query";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { NameFields } from "#client/features/accounts/name-fields.tsx";
import { setSessionUser } from "#client/lib/api/session.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

export function ProfileForm({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const { firstName, lastName, username, bio } = user;
  const form = useContractForm(accountsContract.updateProfile, {
    values: { firstName, lastName, username, bio },
    toInput: (body) => ({ body }),
    warnsUnsaved: true,
    onSuccess: (changed) => {
      setSessionUser(client, changed);
      toast({ title: t("settings.saved") });
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <NameFields field={form.field} />
      <TextArea {...form.field("bio")} label={t("settings.bio")} />
      <FormError error={form.error} cause={form.cause} />
      <Button type="submit" className="self-start" isPending={form.isPending}>
        {t("common.save")}
      </Button>
    </form>
  );
}
