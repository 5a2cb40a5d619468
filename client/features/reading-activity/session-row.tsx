import { BookOpen, Headphones, Pencil, Trash2, Volume2 } from "lucide-react";
import { activityContract } from "#shared/reading-activity/contract.ts";
import type { ReadingSession } from "#shared/reading-activity/session.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ReadListenIcon } from "#client/ui/books/read-listen-icon.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { formatWhen } from "./session-time-zone.ts";
import { getRecorder } from "./tracking/recorder.ts";

const kindIcons = {
  reading: BookOpen,
  listening: Headphones,
  speech: Volume2,
  readAlong: ReadListenIcon,
} as const;

interface SessionRowProps {
  readonly session: ReadingSession;
  readonly onEdit: () => void;
}

export function SessionRow({ session, onEdit }: SessionRowProps) {
  const remove = useRemoveSession();
  const { kind, title, seconds, pages, isManual, isEdited } = session;
  const Icon = kindIcons[kind];
  const details = [
    t(`readingActivity.${kind}`),
    formatWhen(session),
    formatDuration(seconds),
    ...(pages >= 1 ? [t("readingActivity.pages", { n: Math.floor(pages) })] : []),
    ...(isManual ? [t("readingActivity.manual")] : isEdited ? [t("readingActivity.edited")] : []),
  ];
  return (
    <div className="flex min-h-16 items-center gap-3 px-3 py-2 sm:px-4">
      <span
        aria-hidden
        className="flex w-11 shrink-0 justify-center text-primary max-sm:hidden [&_svg]:size-5"
      >
        <Icon />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">
          <bdi>{title}</bdi>
        </p>
        <p className="text-muted text-small">{details.join(" · ")}</p>
      </div>
      <div className="flex shrink-0">
        <IconButton
          label={t("readingActivity.edit", { title })}
          icon={<Pencil aria-hidden />}
          onClick={onEdit}
        />
        <IconButton
          label={t("readingActivity.delete", { title })}
          icon={<Trash2 aria-hidden />}
          onClick={() => remove(session)}
        />
      </div>
    </div>
  );
}

function useRemoveSession() {
  const deleteMutation = useContractMutation(activityContract.deleteSession);
  const restoreMutation = useContractMutation(activityContract.restoreSession);
  return ({ id }: ReadingSession) => {
    const params = { sessionId: id };
    void deleteMutation.mutateAsync({ params }).then(
      () => {
        getRecorder().splitSession([id]);
        toast({
          title: t("readingActivity.deleted"),
          action: { label: t("common.undo"), onSelect: () => restoreMutation.mutate({ params }) },
        });
      },
      () => undefined,
    );
  };
}
