import type { Ebook } from "#shared/reader/contract.ts";
import { ReadAlongBar } from "#client/features/read-along/components/read-along-bar.tsx";
import { VerseNotice } from "#client/features/read-along/components/verse-notice.tsx";
import type { BookAudio } from "#client/features/read-along/use-book-audio.ts";
import type { OpenSpeech } from "#client/features/text-to-speech/session/speech-session.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface ResyncBarProps {
  readonly ebook: Ebook;
  /** Null while text-to-speech is off. */
  readonly speech: OpenSpeech | null;
  readonly bookAudio: BookAudio;
}

export function ResyncBar({ ebook, speech, bookAudio: { readAlong, listen } }: ResyncBarProps) {
  if (speech) {
    const { sync, readPageAloud, resumeFollowing } = speech;
    return (
      <ReadAlongBar
        sync={sync}
        isSample={false}
        statusText={t("textToSpeech.voiceElsewhere")}
        onReadPageAloud={readPageAloud}
        onResumeFollowing={resumeFollowing}
      />
    );
  }
  return readAlong?.sync && listen ? (
    <>
      <VerseNotice bookId={ebook.bookId} sync={readAlong.sync} />
      <ReadAlongBar sync={readAlong.sync} isSample={ebook.portion !== "whole"} onReadPageAloud={listen} />
    </>
  ) : null;
}
