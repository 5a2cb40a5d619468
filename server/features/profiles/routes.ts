import { profilesContract } from "#shared/profiles/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getProfile } from "./service.ts";

export const profilesRoutes = bindRoutes(profilesContract, { getProfile });
