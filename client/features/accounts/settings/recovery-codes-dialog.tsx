import { Copy } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { copyText } from "#client/ui/overlays/copy-text.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
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
