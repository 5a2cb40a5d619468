import { ChevronFirst, ChevronLast } from "lucide-react";
import { useSentenceNavigation } from "#client/features/player/engine/sentence-navigation.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

export function SentenceButton({ direction }: { readonly direction: 1 | -1 }) {
  const navigation = useSentenceNavigation();
  if (!navigation) return null;
  const isForward = direction === 1;
  const Icon = isForward ? ChevronLast : ChevronFirst;
  return (
    <IconButton
      icon={<Icon aria-hidden />}
      label={t(isForward ? "player.nextSentence" : "player.previousSentence")}
      aria-keyshortcuts={isForward ? "." : ","}
      disabled={!navigation.isAvailable}
      onClick={() => navigation.go(direction)}
    />
  );
}
