import { ChevronFirst, ChevronLast } from "lucide-react";
import { say } from "#client/lib/words.ts";
import { IconButton } from "#client/ui/icon-button.tsx";
import { useOfferedSteps } from "./steps.ts";

/** A sentence on or back; nothing while no text goes along with the sound. */
export function StepButton({ direction }: { readonly direction: 1 | -1 }) {
  const steps = useOfferedSteps();
  if (!steps) return null;
  const isOn = direction === 1;
  const Icon = isOn ? ChevronLast : ChevronFirst;
  return (
    <IconButton
      icon={<Icon aria-hidden />}
      label={say(isOn ? "player.nextSentence" : "player.previousSentence")}
      aria-keyshortcuts={isOn ? "." : ","}
      disabled={!steps.areKnown}
      onClick={() => steps.go(direction)}
    />
  );
}
