import { alignmentContract } from "#shared/alignment/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as alignment from "./alignment.ts";
import * as anchors from "./anchors.ts";
import * as editor from "./editor-state.ts";

export const alignmentRoutes = bindRoutes(alignmentContract, { ...alignment, ...anchors, ...editor });
