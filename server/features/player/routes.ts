import { playerContract, playerStreams } from "#shared/player/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getAudio } from "./media.ts";
import { getPlaylist, saveBookPlayerSettings } from "./playlist.ts";

export const playerRoutes = bindRoutes(playerContract, { getPlaylist, saveBookPlayerSettings });

export const playerMediaRoutes = bindStreams(playerStreams, { getAudio });
