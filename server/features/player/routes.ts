import { playerContract, playerStreams } from "#shared/player/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { sendAudio } from "./media.ts";
import { getPlaylist } from "./service.ts";

export const playerRoutes = bindRoutes(playerContract, {
  getPlaylist: ({ user, ...services }, { params }) => getPlaylist(services, user, params.bookId),
});

export const playerMediaRoutes = bindStreams(playerStreams, {
  getAudio: ({ user, req, res, ...services }, { params }) => sendAudio(services, user, params, { req, res }),
});
