import { useState } from "react";
import { getAudioAuthors, getAudioTitle } from "#shared/uploads/audio-title.ts";
import { type FileGroup, groupFiles, isAudio, isEpub, isUploadable } from "#shared/uploads/group-files.ts";
import { createId } from "#client/lib/uuid.ts";
import { readAudioTags } from "./audio-tags.ts";
import type { EditedGroup } from "./book-group.tsx";
import type { ChosenFile } from "./engine/upload-engine.ts";

type Files = ReadonlyMap<string, ChosenFile>;

/** The chosen files by path, and their books. */
export function useBookGroups() {
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
    setIgnored(selected.length - usable.length);
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
