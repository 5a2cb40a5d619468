import { systemContract, systemStreams } from "#shared/system/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import { docsPolicy, renderDocsPage } from "./docs-page.ts";
import { getOpenApi, getReadiness } from "./service.ts";

const routes = bindRoutes(systemContract, {
  getHealth: () => ({ status: "alive" as const }),
  getReadiness: (_, services) => getReadiness(services),
});

const streams = bindStreams(systemStreams, {
  getOpenApi: (_, { res, ...services }) => void res.json(getOpenApi(services)),
  getDocs: (_, { res, ...services }) =>
    void res
      .set("Content-Security-Policy", docsPolicy)
      .type("html")
      .send(renderDocsPage(getOpenApi(services))),
});

export const systemRoutes = combineRoutes(routes, streams);
