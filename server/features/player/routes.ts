import { playerContract, playerStreams } from "#shared/player/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getAudio } from "./media.ts";
import { getPlaylist } from "./service.ts";

export const playerRoutes = bindRoutes(playerContract, { getPlaylist });

export const playerMediaRoutes = bindStreams(playerStreams, { getAudio });
