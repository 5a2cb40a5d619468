import { profilesContract } from "#shared/profiles/contract.ts";
import { implement } from "#server/http/api/bind-contract.ts";
import { getProfile } from "./service.ts";

export const profilesRoutes = implement(profilesContract, {
  getProfile: ({ params }, { user, ...services }) => getProfile(services, user, params.username),
});
