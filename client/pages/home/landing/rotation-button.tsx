import { Pause, Play } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";

interface RotationButtonProps {
  readonly isStopped: boolean;
  readonly name: string;
  readonly onToggle: () => void;
}

export function RotationButton({ isStopped, name, onToggle }: RotationButtonProps) {
  return (
    <IconButton
      label={t(isStopped ? "landing.resume" : "landing.pause", { name })}
      icon={isStopped ? <Play aria-hidden /> : <Pause aria-hidden />}
      onClick={onToggle}
      className="text-muted [&_svg]:size-4 [&_svg]:fill-current"
    />
  );
}
