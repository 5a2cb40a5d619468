import { membershipsContract } from "#shared/memberships/contract.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

/** Redeems a membership code. */
export function RedeemForm() {
  const form = useContractForm(membershipsContract.redeemCode, {
    values: { code: "" },
    toInput: (body) => ({ body }),
    errorField: "code",
    onSuccess: () => {
      toast({ title: t("membership.redeemed") });
      form.reset({ code: "" });
    },
  });
  return (
    <Card>
      <h2 className="mb-3 font-semibold font-title text-h3">{t("membership.haveCode")}</h2>
      <form {...form.props} className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            {...form.field("code")}
            label={t("membership.code")}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        </div>
        <Button type="submit" isPending={form.isPending} className="mt-6.5">
          {t("membership.redeem")}
        </Button>
      </form>
    </Card>
  );
}
