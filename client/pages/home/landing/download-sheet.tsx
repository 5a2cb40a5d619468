import { MonitorSmartphone } from "lucide-react";
import { useBreakpoint } from "#client/lib/hooks/use-breakpoint.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { getProductName } from "#client/lib/product.ts";
import { Button, ButtonLink } from "#client/ui/forms/button.tsx";
import { Dialog } from "#client/ui/overlays/dialog.tsx";
import { Sheet } from "#client/ui/overlays/sheet.tsx";

export function DownloadSheet({ onClose }: { readonly onClose: () => void }) {
  const isNarrow = useBreakpoint() === "mobile";
  const text = t("landing.downloadText", { product: getProductName() });
  const actions = (
    <div className="flex flex-wrap gap-2 max-sm:flex-col sm:justify-end">
      <Button tone="quiet" onClick={onClose} className="max-sm:order-2">
        {t("landing.continueInBrowser")}
      </Button>
      <ButtonLink to="/download-app" icon={<MonitorSmartphone aria-hidden />}>
        {t("landing.showHow")}
      </ButtonLink>
    </div>
  );
  if (!isNarrow) {
    return (
      <Dialog isOpen title={t("landing.downloadApp")} description={text} onClose={onClose}>
        {actions}
      </Dialog>
    );
  }
  return (
    <Sheet isOpen side="bottom" title={t("landing.downloadApp")} onClose={onClose}>
      <div className="flex flex-col gap-5 p-5 pt-1">
        <p className="text-muted">{text}</p>
        {actions}
      </div>
    </Sheet>
  );
}
