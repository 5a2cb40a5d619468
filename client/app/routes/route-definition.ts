import type { RoutePath } from "#shared/routes/route-table.ts";
import type { LazyPage } from "#client/lib/hooks/lazy-page.ts";

export interface RouteDefinition {
  readonly path: RoutePath | "/dev/ui";
  readonly page: LazyPage;
  readonly requiresSignIn?: boolean;
}
