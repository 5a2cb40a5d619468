import type { ProblemCode } from "#shared/api/problem.ts";
import type { EpubLimits } from "./limits.ts";
import type { PageTask } from "./media-overlay-export/page-with-ids.ts";
import type { Preparation } from "./sanitize/prepare-document.ts";

/** What a worker is asked to do. */
export type Task =
  | { readonly act: "read"; readonly file: string; readonly limits: EpubLimits; readonly isAlone: boolean }
  | { readonly act: "prepare"; readonly preparation: Preparation }
  | { readonly act: "speak"; readonly page: PageTask };

/** What it answers: the result, that the book must be read alone, a refusal that a person may read, or our own failure. */
export type Answer =
  | { readonly done: unknown }
  | { readonly isLarge: true }
  | { readonly problem: { readonly code: ProblemCode; readonly message: string } }
  | { readonly failed: string };
