import { Users } from "lucide-react";
import { Suspense } from "react";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { lazyOverlay } from "#client/ui/overlays/lazy-overlay.tsx";
import { togetherState } from "./together-state.ts";

const LazyPanel = lazyOverlay(async () => (await import("./together-panel.tsx")).TogetherPanel);

export function TogetherPanel({ onNavigate }: { readonly onNavigate: () => void }) {
  return (
    <Suspense>
      <LazyPanel onNavigate={onNavigate} />
    </Suspense>
  );
}

interface TogetherToggleProps {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** For readers: a guest has nobody to listen with. */
export function TogetherToggle({ isOpen, onToggle }: TogetherToggleProps) {
  const isReader = useUser() !== null;
  const isTogether = useStore(togetherState).session !== null;
  if (!isReader) return null;
  return (
    <IconButton
      label={t("player.together")}
      icon={<Users aria-hidden className={isTogether ? "text-primary" : ""} />}
      aria-expanded={isOpen}
      onClick={onToggle}
    />
  );
}
