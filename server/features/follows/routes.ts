import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import * as announcements from "./announcements.ts";
import { listFollows, updateFollow } from "./service.ts";

export const followsRoutes = bindRoutes(followsContract, { listFollows, updateFollow });

export const announcementsRoutes = bindRoutes(announcementsContract, announcements);
