import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { getRecordingUrl, type Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { useContractMutation } from "#client/lib/api/query.ts";
import { playPreview } from "#client/lib/audio/audio-preview.ts";
import { useContractForm } from "#client/lib/forms/use-contract-form.ts";
import { formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Card } from "#client/ui/card.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { Chip } from "#client/ui/forms/chip.tsx";
import { FormDialog } from "#client/ui/forms/form-dialog.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { ConfirmDialog } from "#client/ui/overlays/dialog.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { normalizeMetadata, RecordingMetadataFields } from "./recording-metadata-fields.tsx";

function RecordingPlayer({ id, title }: Pick<Recording, "id" | "title">) {
  const audio = useRef<HTMLAudioElement>(null);
  const stopPreview = useRef(() => {});
  useEffect(() => () => stopPreview.current(), []);
  return (
    // biome-ignore lint/a11y/useMediaCaption: an athan has fixed, well-known words.
    <audio
      ref={audio}
      controls
      preload="none"
      src={getRecordingUrl(id)}
      aria-label={t("athan.listen", { title })}
      className="h-11 w-full"
      onPlay={() => {
        stopPreview.current = playPreview(() => audio.current?.pause());
      }}
      onPause={() => stopPreview.current()}
    />
  );
}

interface RecordingRowProps {
  readonly recording: Recording;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly canRemove: boolean;
  readonly onMove: (offset: 1 | -1) => void;
}

export function RecordingRow({ recording, canRemove, ...order }: RecordingRowProps) {
  const [openDialog, setOpenDialog] = useState<"edit" | "remove" | null>(null);
  const { id, title, licence, kind, isFajr, seconds, position } = recording;
  const close = () => setOpenDialog(null);
  return (
    <Card className="flex flex-col gap-3">
      <div className="flex items-start gap-3">
        <span aria-hidden className="min-w-6 pt-0.5 text-muted tabular-nums">
          {position}
        </span>
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="break-words font-semibold">
            {title}
          </h3>
          <div className="mt-1.5 flex flex-wrap items-center gap-2">
            <Chip>{t(`athan.kind_${kind}`)}</Chip>
            {isFajr && <Chip>{t("athan.fajrOnly")}</Chip>}
            <span className="text-muted text-small">{formatDuration(seconds)}</span>
          </div>
        </div>
        <MoveButtons title={title} {...order} />
      </div>
      <RecordingPlayer id={id} title={title} />
      <p dir="auto" className="whitespace-pre-line break-words text-muted text-small">
        {licence}
      </p>
      <div className="-mx-3 -mb-2 flex flex-wrap">
        <Button
          tone="quiet"
          size="small"
          icon={<Pencil aria-hidden />}
          aria-label={t("athan.change", { title })}
          onClick={() => setOpenDialog("edit")}
        >
          {t("athan.actions")}
        </Button>
        {canRemove && (
          <Button
            tone="quiet"
            size="small"
            icon={<Trash2 aria-hidden />}
            aria-label={t("athan.remove", { title })}
            onClick={() => setOpenDialog("remove")}
          >
            {t("athan.confirmRemove")}
          </Button>
        )}
      </div>
      {openDialog === "edit" && <RecordingDialog recording={recording} onClose={close} />}
      {openDialog === "remove" && <RemoveDialog recording={recording} onClose={close} />}
    </Card>
  );
}

interface MoveButtonsProps extends Pick<RecordingRowProps, "isFirst" | "isLast" | "onMove"> {
  readonly title: string;
}

function MoveButtons({ title, isFirst, isLast, onMove }: MoveButtonsProps) {
  const container = useRef<HTMLDivElement>(null);
  const preserveFocus = usePreserveFocus(container);
  const move = (offset: 1 | -1) => {
    if (offset === -1 ? isFirst : isLast) return;
    preserveFocus();
    onMove(offset);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const offset = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!offset) return;
    event.preventDefault();
    move(offset);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the buttons inside.
    <div ref={container} onKeyDown={onKeyDown} className="flex shrink-0">
      <IconButton
        label={t("athan.moveUp", { title })}
        icon={<ArrowUp aria-hidden />}
        aria-disabled={isFirst}
        className="aria-disabled:opacity-40"
        onClick={() => move(-1)}
      />
      <IconButton
        label={t("athan.moveDown", { title })}
        icon={<ArrowDown aria-hidden />}
        aria-disabled={isLast}
        className="aria-disabled:opacity-40"
        onClick={() => move(1)}
      />
    </div>
  );
}

/**
 * Restores the focus that moving an element loses.
 *
 * @returns a function to call before the move
 */
function usePreserveFocus(container: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const focusedElement = focused.current;
    focused.current = null;
    if (focusedElement instanceof HTMLElement && document.activeElement !== focusedElement)
      focusedElement.focus();
  });
  return () => {
    const { activeElement } = document;
    focused.current = container.current?.contains(activeElement) ? activeElement : null;
  };
}

const { updateRecording } = recordingsContract;

interface RecordingDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

function RecordingDialog({ recording, onClose }: RecordingDialogProps) {
  const { id: recordingId, title, licence, kind, isFajr } = recording;
  const form = useContractForm(updateRecording, {
    values: { title, licence, kind, isFajr },
    toInput: (values) => ({ params: { recordingId }, body: normalizeMetadata(values) }),
    onSuccess: onClose,
  });
  return (
    <FormDialog form={form} title={t("athan.changeTitle")} submit={t("common.save")} onClose={onClose}>
      <RecordingMetadataFields form={form} />
    </FormDialog>
  );
}

interface RemoveDialogProps {
  readonly recording: Recording;
  readonly onClose: () => void;
}

function RemoveDialog({ recording, onClose }: RemoveDialogProps) {
  const deleteMutation = useContractMutation(recordingsContract.deleteRecording);
  const remove = () =>
    deleteMutation.mutate(
      { params: { recordingId: recording.id } },
      { onSuccess: () => toast({ title: t("athan.removed") }), onSettled: onClose },
    );
  return (
    <ConfirmDialog
      title={t("athan.removeTitle", { title: recording.title })}
      description={t("athan.removeHint")}
      confirmLabel={t("athan.confirmRemove")}
      isOpen
      isPending={deleteMutation.isPending}
      onConfirm={remove}
      onClose={onClose}
    />
  );
}
