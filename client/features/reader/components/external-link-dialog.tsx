import { t } from "#client/lib/i18n/i18n.ts";
import { Button, getButtonClassName } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

interface ExternalLinkDialogProps {
  /** A checked http, `mailto:` or `tel:` URL. */
  readonly url: string;
  readonly onClose: () => void;
}

export function ExternalLinkDialog({ url, onClose }: ExternalLinkDialogProps) {
  const { protocol } = new URL(url);
  const isWebsite = protocol !== "mailto:" && protocol !== "tel:";
  return (
    <Dialog isOpen title={t("reader.leaveTitle")} onClose={onClose}>
      <div className="flex flex-col gap-4">
        <p>{t(getText(protocol))}</p>
        <p dir="ltr" className="break-all rounded-control bg-paper p-3 text-small">
          {isWebsite ? url : toDisplayUrl(url)}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            {t("common.cancel")}
          </Button>
          <a
            href={url}
            {...(isWebsite && { target: "_blank" })}
            rel="noopener noreferrer nofollow"
            onClick={onClose}
            className={getButtonClassName()}
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

function toDisplayUrl(url: string): string {
  const [to = ""] = url.slice(url.indexOf(":") + 1).split("?");
  try {
    return decodeURIComponent(to) || url;
  } catch {
    return to;
  }
}
