import { Copy } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";

interface RecoveryCodesDialogProps {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join("\n"));
      toast({ title: t("settings.codesCopied") });
    } catch {
      toast({ tone: "destructive", title: t("settings.codesNotCopied") });
    }
  };
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
        <Button tone="secondary" icon={<Copy aria-hidden />} onClick={() => void copy()}>
          {t("settings.copyCodes")}
        </Button>
        <Button onClick={onClose}>{t("settings.codesSaved")}</Button>
      </div>
    </Dialog>
  );
}
