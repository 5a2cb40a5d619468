import { type FormEvent, useState } from "react";
import type { User } from "#shared/accounts/user.ts";
import { authorsContract } from "#shared/authors/contract.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { TextArea, TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import {
  type ApplicationFormErrors,
  type ApplicationFormValues,
  validateApplication,
} from "./validate-application.ts";

export function ApplicationForm({ user }: { readonly user: User }) {
  const name = `${user.firstName} ${user.lastName}`.trim();
  const [values, setValues] = useState<ApplicationFormValues>({ name, about: "", links: "", sample: "" });
  const [fieldErrors, setFieldErrors] = useState<ApplicationFormErrors>({});
  const applyMutation = useContractMutation(authorsContract.apply, {
    invalidates: [authorsContract.getMyApplication],
    handlesErrors: true,
  });

  const getFieldProps = (key: keyof ApplicationFormValues) => ({
    name: key,
    value: values[key],
    error: fieldErrors[key],
    onChange: ({ target }: { readonly target: HTMLInputElement | HTMLTextAreaElement }) =>
      setValues((previous) => ({ ...previous, [key]: target.value })),
  });
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { draft, errors } = validateApplication(values);
    setFieldErrors(errors);
    if (!draft) {
      const [firstInvalid] = Object.keys(errors);
      return event.currentTarget.querySelector<HTMLElement>(`[name=${firstInvalid}]`)?.focus();
    }
    try {
      await applyMutation.mutateAsync({ body: draft });
      window.scrollTo(0, 0);
      toast({ title: t("authorApplication.sent") });
    } catch (error) {
      toast({
        tone: "destructive",
        title: t("authorApplication.failed"),
        description: getErrorMessage(error),
      });
    }
  };

  return (
    <form noValidate onSubmit={(event) => void onSubmit(event)} className="flex flex-col gap-5">
      <TextField
        {...getFieldProps("name")}
        label={t("authorApplication.name")}
        maxLength={100}
        autoComplete="name"
      />
      <TextArea
        {...getFieldProps("about")}
        label={t("authorApplication.about")}
        hint={t("authorApplication.aboutHint")}
        rows={4}
      />
      <TextArea
        {...getFieldProps("links")}
        label={t("authorApplication.links")}
        hint={t("authorApplication.linksHint")}
        dir="ltr"
        rows={2}
      />
      <TextArea
        {...getFieldProps("sample")}
        label={t("authorApplication.sample")}
        hint={t("authorApplication.sampleHint")}
        rows={10}
      />
      <Button
        type="submit"
        size="large"
        className="self-start"
        isPending={applyMutation.isPending}
        pendingText={t("authorApplication.sending")}
      >
        {t("authorApplication.send")}
      </Button>
    </form>
  );
}
