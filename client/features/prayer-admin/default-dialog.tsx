import { type FormEvent, useState } from "react";
import { CountryDefault, getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { defaultsContract, type SiteDefault } from "#shared/prayer/defaults.ts";
import { Madhab, prayerMethods } from "#shared/prayer/settings.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { FormFooter } from "#client/ui/forms/form-footer.tsx";
import { Select } from "#client/ui/forms/select.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { AngleFields } from "./angle-fields.tsx";
import { getCountryName, listCountries } from "./countries.ts";

const { listDefaults, saveDefault } = defaultsContract;

interface DefaultDialogProps {
  /** Null for a new default. */
  readonly country: string | null;
  readonly siteDefaults: readonly SiteDefault[];
  readonly onClose: () => void;
}

export function DefaultDialog({ country: editedCountry, siteDefaults, onClose }: DefaultDialogProps) {
  const [country, setCountry] = useState(editedCountry ?? listCountries()[0]?.value ?? "");
  const [draft, setDraft] = useState<CountryDefault>(() => getInitialDraft(country, siteDefaults));
  const [isSubmitted, setSubmitted] = useState(false);
  const saveMutation = useContractMutation(saveDefault, { invalidates: [listDefaults], handlesErrors: true });
  const isCustomized = siteDefaults.some((each) => each.country === country);
  const isValid = CountryDefault.safeParse(draft).success;
  const change = (changed: Partial<CountryDefault>) => setDraft((previous) => ({ ...previous, ...changed }));
  const choose = (selected: string) => {
    setCountry(selected);
    setDraft(getInitialDraft(selected, siteDefaults));
  };
  const save = (body: CountryDefault, text: "athan.defaultSaved" | "athan.defaultRestored") =>
    saveMutation.mutate(
      { params: { country }, body },
      {
        onSuccess: () => {
          toast({ title: t(text, { country: getCountryName(country) }) });
          onClose();
        },
      },
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isValid) save(draft, "athan.defaultSaved");
  };

  return (
    <Dialog
      title={editedCountry ? getCountryName(editedCountry) : t("athan.otherCountry")}
      description={t("athan.defaultDialogHint")}
      isOpen
      onClose={onClose}
    >
      <form noValidate onSubmit={onSubmit} className="flex flex-col gap-4">
        {!editedCountry && (
          <Select label={t("athan.country")} options={listCountries()} value={country} onChange={choose} />
        )}
        <Select
          label={t("prayer.method")}
          options={prayerMethods.map((value) => ({ value, label: getMethodName(value) }))}
          value={draft.method}
          onChange={(method) => change({ method })}
        />
        {draft.method === "Other" && (
          <AngleFields
            angles={draft.angles}
            isSubmitted={isSubmitted}
            onChange={(angles) => change({ angles })}
          />
        )}
        <Select
          label={t("prayer.madhab")}
          options={Madhab.options.map((value) => ({ value, label: t(`prayer.madhab_${value}`) }))}
          value={draft.madhab}
          onChange={(madhab) => change({ madhab })}
        />
        {isCustomized && (
          <Button
            tone="quiet"
            className="self-start"
            disabled={saveMutation.isPending}
            onClick={() => save(getCountryDefault(country), "athan.defaultRestored")}
          >
            {t("athan.restoreDefault")}
          </Button>
        )}
        <FormFooter
          error={saveMutation.error ? getErrorMessage(saveMutation.error) : null}
          submit={t("common.save")}
          isPending={saveMutation.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

const getMethodName = (method: (typeof prayerMethods)[number]) =>
  method === "Other" ? t("athan.customAngles") : t(`prayer.method_${method}`);

function getInitialDraft(country: string, siteDefaults: readonly SiteDefault[]): CountryDefault {
  const { method, angles, madhab } =
    siteDefaults.find((each) => each.country === country) ?? getCountryDefault(country);
  return { method, angles, madhab };
}
