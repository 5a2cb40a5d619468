import { Command } from "lucide-react";
import { isApple, openOverlay } from "#client/lib/app-overlay.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

/** Opens the command palette. */
export function PaletteButton() {
  return (
    <IconButton
      icon={<Command aria-hidden />}
      label={t("palette.title")}
      aria-haspopup="dialog"
      aria-keyshortcuts={isApple() ? "Meta+K" : "Control+K"}
      onClick={() => openOverlay.set("palette")}
    />
  );
}
