import { playerContract, playerStreams } from "#shared/player/contract.ts";
import { bindRoutes, implementStreams } from "#server/http/api/bind-contract.ts";
import { sendAudio } from "./media.ts";
import { getPlaylist } from "./service.ts";

export const playerRoutes = bindRoutes(playerContract, {
  getPlaylist: ({ params }, { user, ...services }) => getPlaylist(services, user, params.bookId),
});

export const playerMediaRoutes = implementStreams(playerStreams, {
  getAudio: ({ params }, { user, req, res, ...services }) => sendAudio(services, user, params, { req, res }),
});
