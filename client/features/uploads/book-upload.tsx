import { Plus, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { getAudioAuthors, getAudioTitle } from "#shared/uploads/audio-title.ts";
import { groupFiles, isAudio, isEpub, isUploadable } from "#shared/uploads/group-files.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { Button } from "#client/ui/forms/button.tsx";
import { toast } from "#client/ui/overlays/toast.ts";
import { readAudioTags } from "./audio-tags.ts";
import { BookGroup, type EditedGroup } from "./book-group.tsx";
import { type ChosenFile, loadUnfinishedUploads, openUploads, startUpload } from "./engine/upload-engine.ts";
import { uploads } from "./engine/upload-state.ts";
import { FilePicker } from "./file-picker.tsx";
import { hasUploads } from "./has-uploads.ts";

interface BookUploadProps {
  readonly userId: UserId;
  /** The books will belong to the site, not to the user. */
  readonly isForSite?: boolean;
}

/** Files are chosen, grouped into books, corrected and sent. */
export function BookUpload({ userId, isForSite = false }: BookUploadProps) {
  const { files, groups, setGroups, ignored, addFiles, updateGroup, moveFile } = useBookGroups();
  const [isSending, setSending] = useState(false);
  const [isTitleMissing, setTitleMissing] = useState(false);
  useEffect(() => {
    const show = async () => {
      await loadUnfinishedUploads(userId);
      if (uploads.getState().items.length > 0) hasUploads.set(true);
    };
    // Without the list, those of this browser are shown.
    show().catch(() => {});
  }, [userId]);

  const send = async () => {
    setTitleMissing(true);
    if (groups.some(({ title }) => title.trim() === "")) return;
    setSending(true);
    await openUploads(userId);
    hasUploads.set(true);
    const sentKeys = new Set<string>();
    for (const group of groups) {
      const groupFiles = group.paths.flatMap((path) => files.get(path) ?? []);
      try {
        await startUpload(group.title.trim(), groupFiles, { isForSite, isTitleChosen: group.isTitleChosen });
        sentKeys.add(group.key);
      } catch (error) {
        toast({ tone: "destructive", title: t("upload.failed", { message: getErrorMessage(error) }) });
      }
    }
    // Books that were added while sending stay.
    setGroups((previous) => previous.filter(({ key }) => !sentKeys.has(key)));
    setSending(false);
    window.scrollTo(0, 0);
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
                  isTitleMissing={isTitleMissing}
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

/** The chosen files by path, and their books. */
function useBookGroups() {
  const [files, setFiles] = useState<ReadonlyMap<string, ChosenFile>>(new Map());
  const [groups, setGroups] = useState<readonly EditedGroup[]>([]);
  const [ignored, setIgnored] = useState(0);

  const addFiles = (selected: readonly ChosenFile[]) => {
    const usable = selected.filter(({ path, file }) => isUploadable(path) && file.size > 0);
    const all = new Map([...files, ...usable.map((each) => [each.path, each] as const)]);
    const grouped = new Set(groups.flatMap(({ paths }) => paths));
    const addedGroups = groupFiles(usable.map(({ path }) => path).filter((path) => !grouped.has(path)));
    setIgnored(selected.length - usable.length);
    setFiles(all);
    const added = addedGroups.map((group, n) => ({
      ...group,
      key: `${Date.now()}-${n}`,
      isTitleChosen: false,
      authors: null,
    }));
    setGroups([...groups, ...added]);
    for (const group of added) void describeAudio(group, all);
  };
  const describeAudio = async ({ key, paths, folder }: EditedGroup, all: ReadonlyMap<string, ChosenFile>) => {
    if (paths.some(isEpub) || paths.some((path) => /\.zip$/i.test(path))) return;
    const tags = await readAudioTags(paths.filter(isAudio).flatMap((path) => all.get(path)?.file ?? []));
    const title = getAudioTitle(tags, folder);
    setGroups((previous) =>
      previous.map((group) =>
        group.key === key
          ? {
              ...group,
              authors: getAudioAuthors(tags),
              title: group.isTitleChosen || title === "" ? group.title : title,
            }
          : group,
      ),
    );
  };
  const updateGroup = (key: string, changed: Partial<EditedGroup>) =>
    setGroups((previous) => previous.map((group) => (group.key === key ? { ...group, ...changed } : group)));
  const moveFile = (path: string, to: string | null) =>
    setGroups((previous) => {
      const without = previous.map((group) => ({
        ...group,
        paths: group.paths.filter((other) => other !== path),
      }));
      const isNew = to === "new";
      const moved = without.map((group) =>
        group.key === to ? { ...group, paths: [...group.paths, path] } : group,
      );
      const added = isNew
        ? [
            {
              key: `${Date.now()}-new`,
              title: getFileName(path),
              folder: "",
              paths: [path],
              isTitleChosen: false,
              authors: null,
            },
          ]
        : [];
      return [...moved, ...added].filter(({ paths }) => paths.length > 0);
    });
  return { files, groups, setGroups, ignored, addFiles, updateGroup, moveFile };
}

const getFileName = (path: string) => (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");
