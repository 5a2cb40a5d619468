import { Cast } from "lucide-react";
import { t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { soundRoute } from "./sound-route.ts";
import { useCasting } from "./use-casting.ts";

/** Nothing in browsers that cannot cast, and without a device to cast to. */
export function CastToggle() {
  const { isAvailable, isCasting, isRefused, choose } = useCasting();
  const { usesWebAudio } = useStore(soundRoute);
  if (!isAvailable) return null;
  const onClick = () => {
    // A device that plays may be left.
    if (isCasting) void choose();
    else if (isRefused) toast({ title: t("player.castRefused"), description: t("player.castRefusedHint") });
    else if (usesWebAudio)
      toast({ title: t("player.castNotWithSound"), description: t("player.castNotWithSoundHint") });
    else void choose();
  };
  return (
    <IconButton
      label={t("player.cast")}
      icon={<Cast aria-hidden className={isCasting ? "text-primary" : ""} />}
      aria-pressed={isCasting}
      onClick={onClick}
    />
  );
}
