import type { Reason } from "#shared/api/problem.ts";
import type { Archive, ArchiveEntry } from "#shared/epub/archive.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import { decodeText } from "#shared/epub/sanitize/decode-text.ts";
import { findChild, listChildren, parseXml, type XmlElement } from "#shared/epub/sanitize/xml.ts";
import { UnreadableEpubError } from "#shared/epub/unreadable-epub-error.ts";
import { resolvePath } from "./resolve-href.ts";

export interface FoundPackage {
  readonly entry: ArchiveEntry;
  /** The folder of the package, empty or with a trailing slash. */
  readonly root: string;
}

/**
 * Finds the package document: the one in the container file, else the only one.
 *
 * @param warnings receives the tolerated faults
 * @throws {UnreadableEpubError} when the file is not an EPUB
 */
export async function findPackage(
  archive: Archive,
  limits: EpubLimits,
  warnings: Reason[],
): Promise<FoundPackage> {
  await checkMimetype(archive, warnings);
  const containers = [...archive.entries.keys()].filter(
    (path) => /^(?:[^/]+\/)?META-INF\/container\.xml$/i.test(path) && !path.startsWith("__MACOSX/"),
  );
  const path = containers.sort((a, b) => a.length - b.length)[0];
  const container = path === undefined ? undefined : archive.entries.get(path);
  if (path !== undefined && container) {
    const root = path.slice(0, -"META-INF/container.xml".length);
    if (root) warnings.push({ code: "epub_in_folder" });
    return { entry: await findContainerPackage(archive, container, root, limits), root };
  }
  const packages = [...archive.entries.values()].filter(
    (entry) => /\.opf$/i.test(entry.path) && !/(?:^|\/)(?:__MACOSX\/|\._)/.test(entry.path),
  );
  const [only] = packages;
  if (!only || packages.length > 1) throw new UnreadableEpubError("epub_no_container");
  warnings.push({ code: "epub_package_unnamed" });
  return { entry: only, root: "" };
}

async function checkMimetype(archive: Archive, warnings: Reason[]): Promise<void> {
  const entry = archive.entries.get("mimetype");
  if (!entry) return;
  const mimetype =
    entry.bytes > 200
      ? ""
      : new TextDecoder().decode(await archive.read(entry, 200)).replace(/[^\x21-\x7e]/g, "");
  if (mimetype === "application/epub+zip") return;
  if (/^[\w.+-]+\/[\w.+-]+$/.test(mimetype) && !mimetype.startsWith("application/")) {
    throw new UnreadableEpubError({ code: "epub_wrong_type", type: mimetype.slice(0, 60) });
  }
  warnings.push({ code: "epub_other_type" });
}

async function findContainerPackage(
  archive: Archive,
  container: ArchiveEntry,
  root: string,
  limits: EpubLimits,
) {
  const document = parseXml(decodeText(await archive.read(container, limits.document)));
  const files = listChildren(findChild(findChild(document, "container"), "rootfiles"), "rootfile");
  const isPackage = ({ attributes }: XmlElement) =>
    attributes["media-type"] === "application/oebps-package+xml" ||
    /\.opf$/i.test(attributes["full-path"] ?? "");
  const packagePath = (files.find(isPackage) ?? files[0])?.attributes["full-path"] ?? "";
  const hasParentSegment = packagePath.split(/[/\\]/).includes("..");
  const path = hasParentSegment || packagePath === "" ? null : resolvePath(root, packagePath);
  const entry = path ? (archive.find(path) ?? archive.find(root + packagePath)) : undefined;
  if (!entry) throw new UnreadableEpubError("epub_opf_missing");
  return entry;
}
