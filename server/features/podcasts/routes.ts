import { podcastStreams, podcastsContract } from "#shared/podcasts/contract.ts";
import { getAudio } from "#server/features/player/service.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import {
  getPodcast,
  getPodcastAudio,
  getPodcastChapters,
  getPodcastOffer,
  getPrivatePodcast,
  sendChapters,
} from "./podcasts.ts";

export const podcastRoutes = combineRoutes(
  bindStreams(
    podcastStreams,
    {
      getPodcast,
      getPodcastChapters,
      getPodcastAudio,
      getPrivatePodcast,
      getPrivatePodcastChapters: (context, { params }) => sendChapters(context, params),
      getPrivatePodcastAudio: (context, { params }) => getAudio(context, { params }),
    },
    { fromReplica: ["getPodcast", "getPodcastChapters"] },
  ),
  bindRoutes(podcastsContract, { getPodcastOffer }),
);
