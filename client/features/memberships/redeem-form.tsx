import { type FormEvent, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { booksContract } from "#shared/books/contract.ts";
import { membershipsContract } from "#shared/memberships/contract.ts";
import { getErrorMessage, getFieldErrors } from "#client/lib/api/error-message.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { TextField } from "#client/ui/forms/field.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

/** Redeems a membership code. */
export function RedeemForm() {
  const [code, setCode] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const redeem = useContractMutation(membershipsContract.redeemCode, {
    invalidates: [membershipsContract.getMembership, accountsContract.getUser, booksContract.getBook],
    handlesErrors: true,
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(code.trim() === "");
    if (code.trim() === "") return;
    redeem.mutate(
      { body: { code } },
      {
        onSuccess: () => {
          toast({ title: t("membership.redeemed") });
          setCode("");
        },
      },
    );
  };
  const codeError = redeem.error
    ? (getFieldErrors(redeem.error)["code"] ?? getErrorMessage(redeem.error))
    : undefined;
  return (
    <Card>
      <h2 className="mb-3 font-semibold font-title text-h3">{t("membership.haveCode")}</h2>
      <form noValidate onSubmit={onSubmit} className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <TextField
            label={t("membership.code")}
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={60}
            value={code}
            error={isEmpty ? t("common.fieldRequired") : codeError}
            onChange={({ target }) => setCode(target.value)}
          />
        </div>
        <Button type="submit" isPending={redeem.isPending} className="mt-6.5">
          {t("membership.redeem")}
        </Button>
      </form>
    </Card>
  );
}
