import { CountryDefault, getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { defaultsContract, type SiteDefault } from "#shared/prayer/defaults.ts";
import { Madhab, prayerMethods } from "#shared/prayer/settings.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useForm } from "#client/lib/forms/use-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { AngleFields } from "./angle-fields.tsx";
import { getCountryName, listCountries } from "./countries.ts";

const { saveDefault } = defaultsContract;

interface DefaultDialogProps {
  /** Null for a new default. */
  readonly country: string | null;
  readonly siteDefaults: readonly SiteDefault[];
  readonly onClose: () => void;
}

export function DefaultDialog({ country: editedCountry, siteDefaults, onClose }: DefaultDialogProps) {
  const firstCountry = editedCountry ?? listCountries()[0]?.value ?? "";
  const saveMutation = useContractMutation(saveDefault, { handlesErrors: true });
  const form = useForm({
    values: { country: firstCountry, ...getInitialDraft(firstCountry, siteDefaults) },
    validate: ({ country: _, ...draft }) =>
      CountryDefault.safeParse(draft).success ? {} : { angles: t("athan.angleWrong") },
    onSubmit: ({ country: _, ...draft }) => save(draft, "athan.defaultSaved"),
  });
  const { country, method, angles } = form.values;
  const save = async (body: CountryDefault, text: "athan.defaultSaved" | "athan.defaultRestored") => {
    await saveMutation.mutateAsync({ params: { country }, body });
    toast({ title: t(text, { country: getCountryName(country) }) });
    onClose();
  };
  return (
    <FormDialog
      form={form}
      title={editedCountry ? getCountryName(editedCountry) : t("athan.otherCountry")}
      description={t("athan.defaultDialogHint")}
      submit={t("common.save")}
      onClose={onClose}
    >
      {!editedCountry && (
        <Select
          {...form.field("country")}
          label={t("athan.country")}
          options={listCountries()}
          onChange={(chosen) => form.set({ country: chosen, ...getInitialDraft(chosen, siteDefaults) })}
        />
      )}
      <Select
        {...form.field("method")}
        label={t("prayer.method")}
        options={prayerMethods.map((value) => ({ value, label: getMethodName(value) }))}
      />
      {method === "Other" && (
        <AngleFields
          angles={angles}
          isSubmitted={form.isSubmitted}
          onChange={(changed) => form.set({ angles: changed })}
        />
      )}
      <Select
        {...form.field("madhab")}
        label={t("prayer.madhab")}
        options={Madhab.options.map((value) => ({ value, label: t(`prayer.madhab_${value}`) }))}
      />
      {siteDefaults.some((each) => each.country === country) && (
        <Button
          tone="quiet"
          className="self-start"
          disabled={saveMutation.isPending}
          onClick={() =>
            save(getCountryDefault(country), "athan.defaultRestored").catch((error: unknown) =>
              form.setErrors({ form: getErrorMessage(error) }),
            )
          }
        >
          {t("athan.restoreDefault")}
        </Button>
      )}
    </FormDialog>
  );
}

const getMethodName = (method: (typeof prayerMethods)[number]) =>
  method === "Other" ? t("athan.customAngles") : t(`prayer.method_${method}`);

function getInitialDraft(country: string, siteDefaults: readonly SiteDefault[]): CountryDefault {
  const { method, angles, madhab } =
    siteDefaults.find((each) => each.country === country) ?? getCountryDefault(country);
  return { method, angles, madhab };
}
