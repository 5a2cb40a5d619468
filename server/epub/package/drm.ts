import type { EpubLimits } from "#server/epub/limits.ts";
import { decodeText } from "#server/epub/sanitize/decode-text.ts";
import { listDescendants, parseXml } from "#server/epub/sanitize/xml.ts";
import { type Archive, drmProtectedError } from "#server/epub/zip/archive.ts";
import { resolvePath } from "./resolve-href.ts";

/** Font obfuscation is no DRM; the reader reverses it. */
export interface ObfuscatedFont {
  readonly path: string;
  readonly algorithm: string;
}

const fontAlgorithms = new Set(["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"]);

/**
 * Checks whether a book is protected.
 *
 * @param root the folder of the package, empty or with a trailing slash
 * @throws {ProblemError} `unprocessable_file` when anything but fonts is encrypted
 */
export async function readProtection(
  archive: Archive,
  root: string,
  limits: EpubLimits,
): Promise<ObfuscatedFont[]> {
  for (const name of ["META-INF/rights.xml", "META-INF/sinf.xml", "META-INF/license.lcpl"]) {
    if (archive.find(root + name)) throw drmProtectedError();
  }
  const entry = archive.find(`${root}META-INF/encryption.xml`);
  if (!entry) return [];
  const document = parseXml(decodeText(await archive.read(entry, limits.document)));
  return listDescendants(document, "EncryptedData").flatMap((data) => {
    const algorithm = listDescendants(data, "EncryptionMethod")[0]?.attributes["Algorithm"] ?? "";
    const uri = listDescendants(data, "CipherReference")[0]?.attributes["URI"] ?? "";
    if (!fontAlgorithms.has(algorithm)) throw drmProtectedError();
    const path = archive.find(resolvePath(root, uri) ?? "")?.path;
    return path ? [{ path, algorithm }] : [];
  });
}
