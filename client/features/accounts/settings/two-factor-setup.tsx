import { useEffect, useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { CodeField } from "#client/features/accounts/code-field.tsx";
import { useContractMutation } from "#client/lib/api/query.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { ConfirmPasswordDialog } from "./confirm-password-dialog.tsx";

const { setUpTwoFactor, confirmTwoFactor } = accountsContract;

interface TwoFactorSetupProps {
  readonly onDone: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Asks for the password, shows the key and confirms it with a first code. */
export function TwoFactorSetup({ onDone, onClose }: TwoFactorSetupProps) {
  const setUp = useContractMutation(setUpTwoFactor, { handlesErrors: true });
  if (setUp.data) return <ConfirmDialog {...setUp.data} onDone={onDone} onClose={onClose} />;
  return (
    <ConfirmPasswordDialog
      title={t("settings.turnOnTwoFactor")}
      description={t("settings.passwordFirst")}
      confirmLabel={t("settings.continue")}
      onConfirm={(password) => setUp.mutateAsync({ body: { password } })}
      onClose={onClose}
    />
  );
}

interface ConfirmDialogProps extends TwoFactorSetupProps {
  readonly secret: string;
  readonly uri: string;
}

function ConfirmDialog({ secret, uri, onDone, onClose }: ConfirmDialogProps) {
  const form = useContractForm(confirmTwoFactor, {
    values: { code: "" },
    toInput: (body) => ({ body }),
    errorField: "code",
    onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <FormDialog
      form={form}
      title={t("settings.turnOnTwoFactor")}
      description={t("settings.scanHint")}
      submit={t("settings.turnOn")}
      onClose={onClose}
    >
      <QrCode text={uri} />
      <p className="text-small">
        {t("settings.keyHint")}{" "}
        <code dir="ltr" className="select-all break-all">
          {secret.match(/.{1,4}/g)?.join(" ")}
        </code>
      </p>
      <CodeField {...form.field("code")} />
    </FormDialog>
  );
}

function QrCode({ text }: { readonly text: string }) {
  const [image, setImage] = useState("");
  useEffect(() => {
    void import("uqr").then(({ renderSVG }) => {
      setImage(`data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 2 }))}`);
    });
  }, [text]);
  return (
    <div className="mx-auto grid size-48 place-items-center rounded-control bg-white">
      {image && <img src={image} alt={t("settings.qrCode")} className="size-full" />}
    </div>
  );
}
