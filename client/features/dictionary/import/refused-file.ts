export type RefusalCode =
  | "fileTooLarge"
  | "unpacksTooLarge"
  | "brokenArchive"
  | "encryptedArchive"
  | "unsupportedArchive"
  | "notADictionary"
  | "missingPart"
  | "brokenPart"
  | "unsupportedVersion"
  | "tooManyEntries"
  | "noEntries"
  | "storageRefused"
  | "storageFull";

/** Why a dictionary was not added; `part` names the file that is missing or broken. */
export interface Refusal {
  readonly code: RefusalCode;
  readonly part?: string;
}

export class RefusedFile extends Error {
  override readonly name = "RefusedFile";
  readonly refusal: Refusal;

  constructor(code: RefusalCode, part?: string) {
    super(code);
    this.refusal = part === undefined ? { code } : { code, part };
  }
}
