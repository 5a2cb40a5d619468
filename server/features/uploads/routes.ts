import { uploadStreams, uploadsContract } from "#shared/uploads/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { cancelUpload, createUpload, finishUpload, getUpload, listUploads } from "./service.ts";
import { answerTus } from "./tus-server.ts";

export const uploadsRoutes = bindRoutes(uploadsContract, {
  createUpload: ({ user, ...services }, { body }) => createUpload(services, user, body),
  listUploads: ({ user, ...services }) => listUploads(services, user.id),
  getUpload: ({ user, ...services }, { params }) => getUpload(services, user.id, params.setId),
  finishUpload: ({ user, ...services }, { params, body }) =>
    finishUpload(services, user.id, params.setId, body),
  cancelUpload: ({ user, ...services }, { params }) => cancelUpload(services, user.id, params.setId),
});

export const uploadStreamRoutes = bindStreams(uploadStreams, {
  getUploadOffset: ({ user, req, res, ...services }, { params }) =>
    answerTus(services, user.id, params.fileId, req, res),
  sendChunk: ({ user, req, res, ...services }, { params }) =>
    answerTus(services, user.id, params.fileId, req, res),
});
