import type { User } from "#shared/accounts/user.ts";
import { authorsContract } from "#shared/authors/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { findApplicationErrors, toDraft } from "./validate-application.ts";

export function ApplicationForm({ user }: { readonly user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const form = useContractForm(authorsContract.apply, {
    values: { name, about: "", links: "", sample: "" },
    validate: findApplicationErrors,
    toInput: (values) => ({ body: toDraft(values) }),
    warnsUnsaved: true,
    onSuccess: () => {
      window.scrollTo(0, 0);
      toast({ title: t("authorApplication.sent") });
    },
    onError: (error) =>
      toast({
        tone: "destructive",
        title: t("authorApplication.failed"),
        description: getErrorMessage(error),
      }),
  });
  return (
    <form {...form.props} className="flex flex-col gap-5">
      <TextField {...form.field("name")} label={t("authorApplication.name")} autoComplete="name" />
      <TextArea
        {...form.field("about")}
        label={t("authorApplication.about")}
        hint={t("authorApplication.aboutHint")}
        maxLength={undefined}
      />
      <TextArea
        {...form.field("links")}
        label={t("authorApplication.links")}
        hint={t("authorApplication.linksHint")}
        dir="ltr"
        rows={2}
      />
      <TextArea
        {...form.field("sample")}
        label={t("authorApplication.sample")}
        hint={t("authorApplication.sampleHint")}
        maxLength={undefined}
        rows={10}
      />
      <Button
        type="submit"
        size="large"
        className="self-start"
        isPending={form.isPending}
        pendingText={t("authorApplication.sending")}
      >
        {t("authorApplication.send")}
      </Button>
    </form>
  );
}
