import { storageContract } from "#shared/staff/storage.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteUntracked, getStorage, startCheck } from "./service.ts";

export const storageRoutes = bindRoutes(storageContract, {
  getStorage: (_input, services) => getStorage(services),
  startCheck: ({ body }, { user, ...services }) => startCheck(services, user, body.readsContent),
  deleteUntracked: (_input, { user, ...services }) => deleteUntracked(services, user),
});
