import { useQuery } from "@tanstack/react-query";
import { Copy } from "lucide-react";
import { useState } from "react";
import { accountsContract } from "#shared/accounts/contract.ts";
import { query, useContractMutation } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { QueryState } from "#client/ui/feedback/query-state.tsx";
import { Skeleton } from "#client/ui/feedback/skeleton.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { TextLink } from "#client/ui/text-link.tsx";
import { ConfirmPasswordDialog } from "./confirm-password-dialog.tsx";
import { TwoFactorSetup } from "./two-factor-setup.tsx";

const { getTwoFactor, renewRecoveryCodes, turnOffTwoFactor } = accountsContract;
const options = { handlesErrors: true };

/** Two-step verification with an authenticator app. */
export function TwoFactorSettings() {
  const user = useUser();
  const state = useQuery(query(getTwoFactor, {}));
  const [isSettingUp, setSettingUp] = useState(false);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  return (
    <QueryState query={state} loading={<Skeleton className="h-24" />}>
      {({ isOn, isRequired, recoveryCodesLeft }) => (
        <div className="flex flex-col items-start gap-3">
          <p className="text-muted">{t(isOn ? "settings.twoFactorOn" : "settings.twoFactorHint")}</p>
          {isRequired && !isOn && <p role="status">{t("settings.twoFactorRequired")}</p>}
          {isOn ? (
            <Controls remaining={recoveryCodesLeft} onCodes={setCodes} />
          ) : user?.emailVerified ? (
            <Button onClick={() => setSettingUp(true)}>{t("settings.turnOnTwoFactor")}</Button>
          ) : (
            <p className="text-small">
              {t("settings.twoFactorNeedsEmail")}{" "}
              <TextLink to="/user-settings">{t("shell.emailSettings")}</TextLink>
            </p>
          )}
          {isSettingUp && (
            <TwoFactorSetup
              onDone={(recoveryCodes) => {
                setSettingUp(false);
                setCodes(recoveryCodes);
              }}
              onClose={() => setSettingUp(false)}
            />
          )}
          {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(null)} />}
        </div>
      )}
    </QueryState>
  );
}

interface ControlsProps {
  readonly remaining: number;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Controls({ remaining, onCodes }: ControlsProps) {
  const [dialog, setDialog] = useState<"renew" | "off" | null>(null);
  const renew = useContractMutation(renewRecoveryCodes, options);
  const turnOff = useContractMutation(turnOffTwoFactor, options);
  const close = () => setDialog(null);
  return (
    <>
      <p className="text-small">{t("settings.recoveryCodesLeft", { n: remaining })}</p>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" onClick={() => setDialog("renew")}>
          {t("settings.renewRecoveryCodes")}
        </Button>
        <Button tone="quiet" onClick={() => setDialog("off")}>
          {t("settings.turnOffTwoFactor")}
        </Button>
      </div>
      {dialog === "renew" && (
        <ConfirmPasswordDialog
          title={t("settings.renewRecoveryCodes")}
          description={t("settings.renewHint")}
          confirmLabel={t("settings.renewRecoveryCodes")}
          needsCode
          onConfirm={async (password, code) => {
            const { recoveryCodes } = await renew.mutateAsync({ body: { password, code } });
            close();
            onCodes(recoveryCodes);
          }}
          onClose={close}
        />
      )}
      {dialog === "off" && (
        <ConfirmPasswordDialog
          title={t("settings.turnOffTwoFactor")}
          description={t("settings.turnOffHint")}
          confirmLabel={t("settings.turnOff")}
          isDestructive
          needsCode
          onConfirm={async (password, code) => {
            await turnOff.mutateAsync({ body: { password, code } });
            close();
            toast({ title: t("settings.twoFactorTurnedOff") });
          }}
          onClose={close}
        />
      )}
    </>
  );
}

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, once. */
function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title={t("settings.recoveryCodes")}
      description={t("settings.recoveryCodesHint")}
      isOpen
      onClose={onClose}
    >
      <ul dir="ltr" className="grid grid-cols-2 gap-2 text-center font-mono">
        {codes.map((code) => (
          <li key={code} className="select-all rounded-control border border-line py-1.5">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copyText(codes.join("\n"))}>
          {t("settings.copyCodes")}
        </Button>
        <Button onClick={onClose}>{t("settings.codesSaved")}</Button>
      </div>
    </Dialog>
  );
}
