import { Notice } from "#client/features/player/components/notice.tsx";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";
import { useStore } from "#client/lib/store.ts";
import { type TogetherState, togetherState } from "./together-state.ts";

/** The notice about the other members; null for none. */
export function useTogetherNotice(): MessageKey | null {
  return getNotice(useStore(togetherState));
}

function getNotice({ session, isHeld, wasCorrected, end }: TogetherState): MessageKey | null {
  if (end !== null) return end === "elsewhere" ? "player.togetherElsewhere" : "player.togetherEnded";
  if (!session) return null;
  if (isHeld) return "player.togetherHeld";
  if (wasCorrected) return "player.togetherCorrected";
  const isHost = session.members.some((member) => member.isMe && member.isHost);
  return isHost || session.playback.isPlaying ? null : "player.togetherHostPaused";
}

export function TogetherNotice() {
  const state = useStore(togetherState);
  const notice = getNotice(state);
  if (!notice) return null;
  const canDismiss = state.end !== null || state.wasCorrected;
  return (
    <Notice
      {...(canDismiss && { onDismiss: () => togetherState.update({ end: null, wasCorrected: false }) })}
    >
      {t(notice)}
    </Notice>
  );
}
