import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { type SiteSettings, siteContract } from "#shared/site/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { getSiteSettings, saveSiteSettings } = siteContract;
const options = {
  invalidates: [getSiteSettings, accountsContract.getSignInOptions],
  handlesErrors: true,
};

/** Registration and the upload quota. */
export function SiteSettingsForm() {
  const settings = useQuery(query(getSiteSettings, {}));
  return (
    <QueryState
      query={settings}
      loading={<Skeleton className="h-64" />}
      errorTitle={t("siteAdmin.loadFailed")}
    >
      {(data) => <Form key={JSON.stringify(data)} saved={data} />}
    </QueryState>
  );
}

function Form({ saved }: { readonly saved: SiteSettings }) {
  const [registration, setRegistration] = useState(saved.registration);
  const [registersOnSignIn, setRegistersOnSignIn] = useState(saved.registersOnSignIn);
  const [quota, setQuota] = useState(String(saved.quotaGb));
  const saveMutation = useContractMutation(saveSiteSettings, options);
  const quotaGb = Number(quota.replace(",", "."));
  const isValid = Number.isFinite(quotaGb) && quotaGb >= 0.1;
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    saveMutation.mutate(
      { body: { registration, registersOnSignIn, quotaGb } },
      {
        onSuccess: () => toast({ title: t("siteAdmin.saved") }),
        onError: (error) => toast({ tone: "destructive", title: getErrorMessage(error) }),
      },
    );
  };
  const isOpen = registration === "open";
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-5">
        <Switch
          label={t("siteAdmin.registration")}
          hint={t("siteAdmin.registrationHint")}
          checked={isOpen}
          onChange={(isOn) => setRegistration(isOn ? "open" : "closed")}
        />
        <Switch
          label={t("siteAdmin.registersOnSignIn")}
          hint={t("siteAdmin.registersOnSignInHint")}
          checked={isOpen && registersOnSignIn}
          disabled={!isOpen}
          onChange={setRegistersOnSignIn}
        />
        <TextField
          label={t("siteAdmin.quota")}
          hint={t("siteAdmin.quotaHint")}
          error={isValid ? getFieldErrors(saveMutation.error)["quotaGb"] : t("siteAdmin.quotaInvalid")}
          value={quota}
          inputMode="decimal"
          dir="ltr"
          onChange={({ target }) => setQuota(target.value)}
          className="max-w-40"
        />
        <Button type="submit" className="self-start" isPending={saveMutation.isPending} disabled={!isValid}>
          {t("common.save")}
        </Button>
      </form>
    </Card>
  );
}
