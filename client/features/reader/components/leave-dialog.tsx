import { t } from "#client/lib/i18n/i18n.ts";
import { Button, buttonClassName } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface LeaveDialogProps {
  /** A checked http, `mailto:` or `tel:` URL. */
  readonly address: string;
  readonly onClose: () => void;
}

export function LeaveDialog({ address, onClose }: LeaveDialogProps) {
  const { protocol } = new URL(address);
  const isSite = protocol !== "mailto:" && protocol !== "tel:";
  return (
    <Dialog isOpen title={t("reader.leaveTitle")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{t(getText(protocol))}</p>
        <p dir="ltr" className="break-all rounded-control bg-paper p-3 text-small">
          {isSite ? address : toDisplayUrl(address)}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <a
            href={address}
            {...(isSite && { target: "_blank" })}
            rel="noopener noreferrer nofollow"
            onClick={onClose}
            className={buttonClassName()}
          >
            {t("reader.openLink")}
          </a>
        </div>
      </div>
    </Dialog>
  );
}

function getText(protocol: string) {
  if (protocol === "mailto:") return "reader.leaveByEmail";
  return protocol === "tel:" ? "reader.leaveByPhone" : "reader.leaveText";
}

function toDisplayUrl(address: string): string {
  const [to = ""] = address.slice(address.indexOf(":") + 1).split("?");
  try {
    return decodeURIComponent(to) || address;
  } catch {
    return to;
  }
}
