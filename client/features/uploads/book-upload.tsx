import { Plus, Upload } from "lucide-react";
import { useEffect, useState } from "react";
import type { UserId } from "#shared/accounts/user.ts";
import { getAudioAuthors, getAudioTitle } from "#shared/uploads/audio-title.ts";
import { type FileGroup, groupFiles, isAudio, isEpub, isUploadable } from "#shared/uploads/group-files.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { formatBytes } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";
import { createId } from "#client/lib/uuid.ts";
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

type Files = ReadonlyMap<string, ChosenFile>;

/** The chosen files by path, and their books. */
function useBookGroups() {
  const [files, setFiles] = useState<Files>(new Map());
  const [groups, setGroups] = useState<readonly EditedGroup[]>([]);
  const [ignored, setIgnored] = useState(0);

  const addFiles = (selected: readonly ChosenFile[]) => {
    const usable = selected.filter(({ path, file }) => isUploadable(path) && file.size > 0);
    const all = new Map([...files, ...usable.map((each) => [each.path, each] as const)]);
    const grouped = new Set(groups.flatMap(({ paths }) => paths));
    const added = groupFiles(usable.map(({ path }) => path).filter((path) => !grouped.has(path))).map(
      toGroup,
    );
    const used = new Set([...grouped, ...added.flatMap(({ paths }) => paths)]);
    setIgnored(selected.filter(({ path }) => !used.has(path)).length);
    setFiles(all);
    setGroups([...groups, ...added]);
    for (const group of added) void readTags(group, all);
  };
  const update = (key: string, change: (group: EditedGroup) => EditedGroup) =>
    setGroups((previous) => previous.map((group) => (group.key === key ? change(group) : group)));
  const readTags = async (added: EditedGroup, all: Files) => {
    if (added.paths.some((path) => isEpub(path) || /\.zip$/i.test(path))) return;
    const recordings = added.paths.filter(isAudio).flatMap((path) => all.get(path)?.file ?? []);
    // The server reads the tags again.
    const tags = await readAudioTags(recordings).catch(() => []);
    const title = getAudioTitle(tags, added.folder);
    update(added.key, (group) => ({
      ...group,
      authors: getAudioAuthors(tags),
      title: group.isTitleChosen || title === "" ? group.title : title,
    }));
  };
  const updateGroup = (key: string, changes: Partial<EditedGroup>) =>
    update(key, (group) => ({ ...group, ...changes }));
  const moveFile = (path: string, to: string | null) =>
    setGroups((previous) => moveToGroup(previous, path, to));
  return { files, groups, setGroups, ignored, addFiles, updateGroup, moveFile };
}

const toGroup = (group: FileGroup): EditedGroup => ({
  ...group,
  key: createId(),
  isTitleChosen: false,
  authors: null,
});

/** @param to a key, "new" for a book of its own, null to leave the file out */
function moveToGroup(groups: readonly EditedGroup[], path: string, to: string | null): EditedGroup[] {
  const moved = groups.map((group) => {
    const others = group.paths.filter((other) => other !== path);
    return { ...group, paths: group.key === to ? [...others, path] : others };
  });
  const added = to === "new" ? [toGroup({ title: getTitle(path), folder: "", paths: [path] })] : [];
  return [...moved, ...added].filter(({ paths }) => paths.length > 0);
}

const getTitle = (path: string) => (path.split("/").at(-1) ?? path).replace(/\.\w+$/, "");
