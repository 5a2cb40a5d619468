import { Notice } from "#client/features/player/components/notice.tsx";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { usePlayer, useRepeat } from "#client/features/player/use-player.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";

export function RepeatNotice() {
  const { repeat } = usePlayer();
  const { from, to, remaining } = useRepeat();
  if (from === null || to === null) return null;
  const passage = { from: formatClockTime(from), to: formatClockTime(to) };
  return (
    <Notice
      actions={
        <Button size="small" tone="secondary" onClick={repeat.stop}>
          {t("player.repeatStop")}
        </Button>
      }
    >
      {remaining === null
        ? t("player.repeating", passage)
        : t("player.repeatingCounted", { ...passage, n: remaining })}
    </Notice>
  );
}
