import { Plus, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { BookGroup } from "./book-group.tsx";
import { loadUnfinishedUploads, openUploads, startUpload } from "./engine/upload-engine.ts";
import { uploads } from "./engine/upload-state.ts";
import { FilePicker } from "./file-picker.tsx";
import { hasUploads } from "./has-uploads.ts";
import { useBookGroups } from "./use-book-groups.ts";

interface BookUploadProps {
  readonly userId: UserId;
  /** The books will belong to the site, not to the user. */
  readonly isForSite?: boolean;
}

/** Files are chosen, grouped into books, corrected and sent. */
export function BookUpload({ userId, isForSite = false }: BookUploadProps) {
  const { files, groups, setGroups, ignored, addFiles, updateGroup, moveFile } = useBookGroups();
  const [isSending, setSending] = useState(false);
  const [showsMissingTitles, setShowsMissingTitles] = useState(false);
  useEffect(() => {
    const show = async () => {
      await loadUnfinishedUploads(userId);
      if (uploads.getState().items.length > 0) hasUploads.set(true);
    };
    // Without the list, those of this browser are shown.
    show().catch(() => {});
  }, [userId]);

  const send = async () => {
    setShowsMissingTitles(true);
    if (groups.some(({ title }) => title.trim() === "")) return;
    setSending(true);
    try {
      await openUploads(userId);
      hasUploads.set(true);
      await startUploads();
      window.scrollTo(0, 0);
    } catch (error) {
      showError(error);
    } finally {
      setSending(false);
    }
  };
  const startUploads = async () => {
    const sentKeys = new Set<string>();
    for (const group of groups) {
      const groupFiles = group.paths.flatMap((path) => files.get(path) ?? []);
      try {
        await startUpload(group.title.trim(), groupFiles, { isForSite, isTitleChosen: group.isTitleChosen });
        sentKeys.add(group.key);
      } catch (error) {
        showError(error);
      }
    }
    // Books that were added while sending stay.
    setGroups((previous) => previous.filter(({ key }) => !sentKeys.has(key)));
  };

  const getSize = (path: string) => files.get(path)?.file.size ?? 0;
  return (
    <div className="flex flex-col gap-6">
      <FilePicker onChoose={addFiles} />
      {ignored > 0 && (
        <p role="status" className="text-muted">
          {t("upload.ignored", { n: ignored })}
        </p>
      )}
      {groups.length > 0 && (
        <>
          <h2 className="font-semibold font-title text-h3">{t("upload.books", { n: groups.length })}</h2>
          <ul className="flex flex-col gap-4">
            {groups.map((group) => (
              <li key={group.key}>
                <BookGroup
                  group={group}
                  others={groups.filter(({ key }) => key !== group.key)}
                  getSize={getSize}
                  isTitleMissing={showsMissingTitles}
                  onTitle={(title) => updateGroup(group.key, { title, isTitleChosen: true })}
                  onMove={moveFile}
                />
              </li>
            ))}
          </ul>
          <SendBar
            count={groups.length}
            bytes={groups.flatMap(({ paths }) => paths).reduce((sum, path) => sum + getSize(path), 0)}
            isSending={isSending}
            onSend={() => void send()}
            onDiscard={() => setGroups([])}
          />
        </>
      )}
    </div>
  );
}

const showError = (error: unknown) =>
  toast({ tone: "destructive", title: t("upload.failed", { message: getErrorMessage(error) }) });

interface SendBarProps {
  readonly count: number;
  readonly bytes: number;
  readonly isSending: boolean;
  readonly onSend: () => void;
  readonly onDiscard: () => void;
}

function SendBar({ count, bytes, isSending, onSend, onDiscard }: SendBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button icon={<Upload aria-hidden />} isPending={isSending} onClick={onSend}>
        {t("upload.send", { n: count })}
      </Button>
      <span className="text-muted">{formatBytes(bytes)}</span>
      <Button tone="quiet" icon={<Plus aria-hidden className="rotate-45" />} onClick={onDiscard}>
        {t("upload.discard")}
      </Button>
    </div>
  );
}
