import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import type { BookDetail } from "#shared/books/contract.ts";
import { type Clip, parseClip } from "#shared/marks/clip.ts";
import { type Playlist, playerContract } from "#shared/player/contract.ts";
import { formatClockTime } from "#client/features/player/format-time.ts";
import { showPlayer } from "#client/features/player/player-visibility.ts";
import { usePlayer } from "#client/features/player/use-player.ts";
import { getErrorStatus } from "#client/lib/api/error-message.ts";
import { query } from "#client/lib/api/query.ts";
import { useUser } from "#client/lib/api/session.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";

interface ClipCardProps {
  readonly book: BookDetail;
  /** The `clip` parameter. */
  readonly text: string;
}

/** Plays a range of the audio to those who may hear it; others read why not. */
export function ClipCard({ book, text }: ClipCardProps) {
  const clip = parseClip(text);
  return clip && <LinkedClip book={book} clip={clip} />;
}

function LinkedClip({ book, clip }: { readonly book: BookDetail; readonly clip: Clip }) {
  const isSignedIn = useUser() !== null;
  const { data, error } = useQuery(query(playerContract.getPlaylist, { params: { bookId: book.id } }));
  const { chapter, from, to } = clip;
  const range = { n: chapter, from: formatClockTime(from), to: formatClockTime(to) };
  const found = data && findRange(data, clip);
  const needsSignIn = !isSignedIn && (found === null || getErrorStatus(error) === 401);
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      <p className="font-medium">{t("marks.clipShared", range)}</p>
      {data && found ? (
        <PlayButton playlist={data} range={found} />
      ) : (
        (data || error) && (
          <p className="text-muted text-small">
            {t(
              needsSignIn
                ? "marks.clipNotForGuests"
                : found === null
                  ? "marks.clipNoRights"
                  : "marks.clipGone",
            )}
          </p>
        )
      )}
    </Card>
  );
}

interface Range {
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

function PlayButton({ playlist, range }: { readonly playlist: Playlist; readonly range: Range }) {
  const { clip } = usePlayer();
  const play = () => {
    clip.play(playlist, range);
    showPlayer();
  };
  return (
    <Button size="small" icon={<Play aria-hidden />} onClick={play}>
      {t("marks.clipPlay")}
    </Button>
  );
}

/** Players round times. */
const tolerance = 1;

/** Null when the range, or its end, cannot be heard; undefined when the audiobook has no such range. */
function findRange({ chapters, portion }: Playlist, { chapter, from, to }: Clip): Range | null | undefined {
  const index = chapters.findIndex(({ chapterNumber }) => chapterNumber === chapter);
  const found = chapters[index];
  if (!found) return undefined;
  const duration = found.end - found.start;
  if (found.isLocked || to > duration + tolerance) return portion === "whole" ? undefined : null;
  return { index, from, to: Math.min(to, duration - tolerance / 4) };
}
