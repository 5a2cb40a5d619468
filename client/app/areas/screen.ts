import type { ScreenPath } from "#shared/pages/screens.ts";
import type { LazyPage } from "#client/lib/page-loader.ts";

/** A screen and its address. */
export interface Screen {
  readonly path: ScreenPath | "/dev/ui";
  readonly page: LazyPage;
  /** A guest is led to the sign-in, and back here. */
  readonly isForReaders?: boolean;
}
