import { CircleAlert, CircleCheck, LoaderCircle, Pause, Play, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { formatBytes, formatDuration } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { ProgressBar } from "#client/ui/feedback/progress-bar.tsx";
import { Button } from "#client/ui/forms/button.tsx";
import { IconButton } from "#client/ui/forms/icon-button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import {
  cancelUpload,
  pauseUpload,
  resumeUpload,
  resumeWithFiles,
  setMinimized,
} from "./engine/upload-engine.ts";
import { getCompletedPath, type UploadItem } from "./engine/upload-state.ts";

export function UploadRow({ item }: { readonly item: UploadItem }) {
  const { id, title, status, isProcessing, isFinal } = item;
  const remove = () =>
    void cancelUpload(id).catch((error: unknown) =>
      toast({ tone: "destructive", title: getErrorMessage(error) }),
    );
  return (
    <div className="relative flex items-start gap-3">
      <StatusIcon item={item} />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="truncate font-medium">
          {title}
        </p>
        {status === "uploading" && <ActiveUpload item={item} />}
        {status === "paused" && <PausedUpload item={item} />}
        {status === "success" && (
          <Link
            to={getCompletedPath(item)}
            onClick={() => {
              setMinimized(true);
              remove();
            }}
            className="text-primary text-small underline underline-offset-4 after:absolute after:inset-0"
          >
            {t("upload.completed")}
          </Link>
        )}
        {status === "error" && (
          <>
            <p role="alert" className="text-destructive text-small">
              {t("upload.failed", { message: item.message || t("upload.unknownError") })}
            </p>
            {!isFinal && (
              <Button tone="secondary" size="small" className="mt-2" onClick={() => void resumeUpload(id)}>
                {t("common.tryAgain")}
              </Button>
            )}
          </>
        )}
      </div>
      <div className="-me-2 -mt-2 flex shrink-0">
        {status === "uploading" && !isProcessing && (
          <IconButton
            label={t("upload.pause", { title })}
            icon={<Pause aria-hidden />}
            onClick={() => pauseUpload(id)}
          />
        )}
        {status !== "success" && !isProcessing && (
          <IconButton label={t("upload.cancel", { title })} icon={<X aria-hidden />} onClick={remove} />
        )}
      </div>
    </div>
  );
}

function StatusIcon({ item: { status } }: { readonly item: UploadItem }) {
  const icons: Readonly<Record<UploadItem["status"], ReactNode>> = {
    uploading: <LoaderCircle className="animate-spin text-primary motion-reduce:animate-none" />,
    paused: <Pause className="text-muted" />,
    success: <CircleCheck className="text-primary" />,
    error: <CircleAlert className="text-destructive" />,
  };
  return (
    <span aria-hidden className="mt-0.5 shrink-0 [&_svg]:size-5">
      {icons[status]}
    </span>
  );
}

function ActiveUpload({ item }: { readonly item: UploadItem }) {
  const { progress, speed, estimatedTimeRemaining, uploadedSize, totalSize, isProcessing, title } = item;
  if (isProcessing) return <p className="text-muted text-small">{t("upload.processing")}</p>;
  const rest = [
    speed > 0 && t("upload.speed", { size: formatBytes(speed) }),
    estimatedTimeRemaining !== null && t("upload.timeLeft", { time: formatDuration(estimatedTimeRemaining) }),
  ].filter((part) => part !== false);
  return (
    <div className="mt-1 flex flex-col gap-1 text-muted text-small tabular-nums">
      <ProgressBar value={progress} label={t("upload.progress", { title })} />
      <p className="flex justify-between gap-2">
        <span>{Math.floor(progress)}%</span>
        <bdi>
          {formatBytes(uploadedSize)} / {formatBytes(totalSize)}
        </bdi>
      </p>
      {rest.length > 0 && <p>{rest.join(" · ")}</p>}
    </div>
  );
}

function PausedUpload({
  item: { id, needs, progress, title, uploadedSize, totalSize },
}: {
  readonly item: UploadItem;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isMismatch, setMismatch] = useState(false);
  const choose = async (files: FileList | null) => {
    if (files?.length) setMismatch(!(await resumeWithFiles(id, [...files])));
  };
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-small">
      <ProgressBar value={progress} label={t("upload.progress", { title })} />
      <p className="text-muted">
        {t("upload.paused")} ·{" "}
        <bdi>
          {formatBytes(uploadedSize)} / {formatBytes(totalSize)}
        </bdi>
      </p>
      {needs === "files" ? (
        <>
          <p>{t("upload.chooseAgain")}</p>
          {isMismatch && (
            <p role="alert" className="text-destructive">
              {t("upload.otherFiles")}
            </p>
          )}
          <input
            ref={input}
            type="file"
            multiple
            hidden
            aria-label={t("upload.chooseFiles")}
            onChange={({ target }) => void choose(target.files)}
          />
          <Button tone="secondary" size="small" onClick={() => input.current?.click()}>
            {t("upload.chooseFiles")}
          </Button>
        </>
      ) : (
        <Button
          tone="secondary"
          size="small"
          icon={<Play aria-hidden />}
          onClick={() => void resumeUpload(id)}
        >
          {t("upload.resume")}
        </Button>
      )}
    </div>
  );
}
