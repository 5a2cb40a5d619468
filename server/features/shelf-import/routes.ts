import { done } from "#shared/api/schemas.ts";
import { importsContract } from "#shared/shelf-import/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { listKept, previewImport, removeKept, runImport } from "./service.ts";

export const importsRoutes = bindRoutes(importsContract, {
  previewImport: ({ file }, { user, ...services }) => previewImport(services, user, file),
  runImport: ({ file }, { user, ...services }) => runImport(services, user, file),
  listKept: ({ query }, { user, ...services }) => listKept(services, user, query),
  removeKept: async ({ params }, { user, ...services }) => {
    await removeKept(services, user.id, params.keptId);
    return done;
  },
});
