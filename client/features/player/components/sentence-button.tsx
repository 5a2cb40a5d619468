import { ChevronFirst, ChevronLast } from "lucide-react";
import { useSentenceNavigation } from "#client/features/player/engine/sentence-navigation.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

export function SentenceButton({ direction }: { readonly direction: 1 | -1 }) {
  const steps = useSentenceNavigation();
  if (!steps) return null;
  const isOn = direction === 1;
  const Icon = isOn ? ChevronLast : ChevronFirst;
  return (
    <IconButton
      icon={<Icon aria-hidden />}
      label={t(isOn ? "player.nextSentence" : "player.previousSentence")}
      aria-keyshortcuts={isOn ? "." : ","}
      disabled={!steps.isAvailable}
      onClick={() => steps.go(direction)}
    />
  );
}
