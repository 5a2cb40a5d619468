import { useQuery } from "@tanstack/react-query";
import { type SiteSettings, siteContract } from "#shared/site/contract.ts";
import { query } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { FormError } from "#client/ui/forms/form-error.tsx";
import { Switch } from "#client/ui/forms/switch.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

const { getSiteSettings, saveSiteSettings } = siteContract;

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
  const form = useContractForm(saveSiteSettings, {
    values: { ...saved, quotaGb: String(saved.quotaGb) },
    toInput: (values) => ({ body: { ...values, quotaGb: toGigabytes(values.quotaGb) } }),
    warnsUnsaved: true,
    onSuccess: () => toast({ title: t("siteAdmin.saved") }),
  });
  const quota = form.field("quotaGb");
  const isValid = toGigabytes(quota.value) >= 0.1;
  const isOpen = form.values.registration === "open";
  return (
    <Card>
      <form {...form.props} className="flex flex-col gap-5">
        <Switch
          label={t("siteAdmin.registration")}
          hint={t("siteAdmin.registrationHint")}
          checked={isOpen}
          onChange={(isOn) => form.set({ registration: isOn ? "open" : "closed" })}
        />
        <Switch
          {...form.toggle("registersOnSignIn")}
          label={t("siteAdmin.registersOnSignIn")}
          hint={t("siteAdmin.registersOnSignInHint")}
          checked={isOpen && form.values.registersOnSignIn}
          disabled={!isOpen}
        />
        <TextField
          {...quota}
          label={t("siteAdmin.quota")}
          hint={t("siteAdmin.quotaHint")}
          error={isValid ? quota.error : t("siteAdmin.quotaInvalid")}
          inputMode="decimal"
          dir="ltr"
          className="max-w-40"
        />
        <FormError error={form.error} cause={form.cause} />
        <Button type="submit" className="self-start" isPending={form.isPending} disabled={!isValid}>
          {t("common.save")}
        </Button>
      </form>
    </Card>
  );
}

/** NaN for anything but a finite number. */
const toGigabytes = (text: string): number => {
  const value = Number(text.replace(",", "."));
  return Number.isFinite(value) ? value : Number.NaN;
};
