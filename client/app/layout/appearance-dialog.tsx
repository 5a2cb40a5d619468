import { AppearanceSettings } from "#client/features/accounts/settings/appearance-settings.tsx";
import { t } from "#client/lib/i18n/i18n.ts";
import { Dialog } from "#client/ui/overlays/dialog.tsx";

export function AppearanceDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog isOpen title={t("shell.appearance")} onClose={onClose}>
      <AppearanceSettings />
    </Dialog>
  );
}
