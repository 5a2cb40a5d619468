import { Notice } from "#client/features/player/components/notice.tsx";
import { usePlayerState, useSleep, useSleepTimer } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { ExtendButton } from "./sleep-panel.tsx";
import { sleepFadeMs } from "./sleep-timer.ts";

export function useSleepNotice(): boolean {
  const { plan, remaining, hasFired } = useSleep();
  const isPlaying = usePlayerState((state) => state.isPlaying);
  return hasFired || (isPlaying && plan !== null && remaining * 1000 < sleepFadeMs);
}

export function SleepNotice() {
  const sleep = useSleepTimer();
  const { hasFired } = useSleep();
  if (!hasFired) {
    return (
      <Notice actions={<ExtendButton />} onDismiss={sleep.turnOff}>
        {t("player.sleepSoon")}
      </Notice>
    );
  }
  return (
    <Notice
      onDismiss={sleep.cancel}
      actions={
        <Button size="small" onClick={sleep.continueListening}>
          {t("player.sleepAgain")}
        </Button>
      }
    >
      {t("player.sleepFired")}
    </Notice>
  );
}
