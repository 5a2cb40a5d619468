import { playerContract, playerStreams } from "#shared/player/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendAudio } from "./media.ts";
import { getPlaylist } from "./service.ts";

export const playerRoutes = bindRoutes(playerContract, {
  getPlaylist: ({ params }, { user, ...services }) => getPlaylist(services, user, params.bookId),
});

export const playerMediaRoutes = bindStreams(playerStreams, {
  getAudio: ({ params }, { user, req, res, ...services }) => sendAudio(services, user, params, { req, res }),
});
