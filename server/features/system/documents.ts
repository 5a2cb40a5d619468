import type { GuestHttpContext } from "#server/http/api/context.ts";
import { docsPolicy, renderDocsPage } from "./docs-page.ts";
import { describeOpenApi } from "./service.ts";

export function getOpenApi(context: GuestHttpContext): void {
  context.res.json(describeOpenApi(context));
}

export function getDocs(context: GuestHttpContext): void {
  context.res
    .set("Content-Security-Policy", docsPolicy)
    .type("html")
    .send(renderDocsPage(describeOpenApi(context)));
}
