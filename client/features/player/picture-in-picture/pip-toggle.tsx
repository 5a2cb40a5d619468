import { PictureInPicture2 } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { canOpenPip, closePip, openPip, pipWindow } from "./pip-window.ts";

/** Nothing in browsers without windows for picture-in-picture. */
export function PipToggle() {
  const isOpen = useStore(pipWindow) !== null;
  if (!canOpenPip()) return null;
  const open = () => openPip().catch(() => toast({ tone: "destructive", title: t("player.pipFailed") }));
  return (
    <IconButton
      label={t("player.pip")}
      icon={<PictureInPicture2 aria-hidden />}
      aria-pressed={isOpen}
      onClick={() => (isOpen ? closePip() : void open())}
    />
  );
}
