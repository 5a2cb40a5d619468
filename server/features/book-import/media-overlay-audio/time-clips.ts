import type { Reason } from "#shared/api/problem.ts";
import type { EpubOverlay, OverlayClip } from "#server/epub/media-overlay/map-sentences.ts";

export interface TimedClip extends OverlayClip {
  readonly end: number;
}

const minSeconds = 0.01;
const slack = 0.5;

export function timeClips(
  overlay: EpubOverlay,
  durations: ReadonlyArray<number | null>,
): { readonly clips: readonly TimedClip[]; readonly warnings: readonly Reason[] } {
  let beyondEnd = 0;
  const clips = overlay.clips.flatMap((clip, index) => {
    const duration = durations[clip.audio] ?? null;
    if (duration === null) return [];
    if (clip.begin >= duration || (clip.end ?? 0) > duration + slack) beyondEnd++;
    const end = Math.min(clip.end ?? getNextBegin(clip, overlay.clips[index + 1]) ?? duration, duration);
    return end - clip.begin >= minSeconds ? [{ ...clip, end }] : [];
  });
  const warnings: Reason[] = [
    ...(beyondEnd > 0 ? [{ code: "narration_after_end", n: beyondEnd } as const] : []),
    ...(durations.includes(null) ? [] : checkDeclaredDurations(overlay, clips)),
  ];
  return { clips, warnings };
}

function getNextBegin(clip: OverlayClip, next: OverlayClip | undefined): number | null {
  return next && next.audio === clip.audio && next.begin > clip.begin ? next.begin : null;
}

function checkDeclaredDurations({ declaredDurations }: EpubOverlay, clips: readonly TimedClip[]): Reason[] {
  const lengths = new Map<number | null, number>();
  for (const { overlay, begin, end } of clips) {
    for (const key of [overlay, null]) lengths.set(key, (lengths.get(key) ?? 0) + end - begin);
  }
  const isMismatch = ({ overlay, seconds }: EpubOverlay["declaredDurations"][number]) => {
    const length = lengths.get(overlay) ?? 0;
    return Math.abs(length - seconds) > Math.max(2, length * 0.02);
  };
  const mismatch = declaredDurations.find(isMismatch);
  if (!mismatch) return [];
  const actual = Math.round(lengths.get(mismatch.overlay) ?? 0);
  return [{ code: "narration_other_duration", declared: Math.round(mismatch.seconds), actual }];
}
