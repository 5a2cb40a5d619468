import type { ProblemCode, Reason } from "#shared/api/problem.ts";
import type { EpubLimits } from "#shared/epub/limits.ts";
import type { PageTask } from "./media-overlay-export/page-with-ids.ts";
import type { Preparation } from "./sanitize/prepare-document.ts";
import type { PageLocation } from "./xpointer/locate-in-page.ts";

export type Task =
  | { readonly type: "read"; readonly file: string; readonly limits: EpubLimits; readonly isAlone: boolean }
  | { readonly type: "prepare"; readonly preparation: Preparation }
  | { readonly type: "speak"; readonly page: PageTask }
  | { readonly type: "locate"; readonly location: PageLocation };

export type WorkerReply =
  | { readonly done: unknown }
  | { readonly isLarge: true }
  | { readonly problem: { readonly code: ProblemCode; readonly reason: Reason } }
  | { readonly failed: string };
