import { done } from "#shared/api/schemas.ts";
import { uploadStreams, uploadsContract } from "#shared/uploads/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { cancelUpload, createUpload, finishUpload, getUpload, listUploads } from "./service.ts";
import { answerTus } from "./tus-server.ts";

export const uploadsRoutes = bindRoutes(uploadsContract, {
  createUpload: ({ body }, { user, ...services }) => createUpload(services, user, body),
  listUploads: (_input, { user, ...services }) => listUploads(services, user.id),
  getUpload: ({ params }, { user, ...services }) => getUpload(services, user.id, params.setId),
  finishUpload: ({ params, body }, { user, ...services }) =>
    finishUpload(services, user.id, params.setId, body),
  cancelUpload: ({ params }, { user, ...services }) =>
    cancelUpload(services, user.id, params.setId).then(() => done),
});

export const uploadStreamRoutes = bindStreams(uploadStreams, {
  getUploadOffset: ({ params }, { user, req, res, ...services }) =>
    answerTus(services, user.id, params.fileId, req, res),
  sendChunk: ({ params }, { user, req, res, ...services }) =>
    answerTus(services, user.id, params.fileId, req, res),
});
