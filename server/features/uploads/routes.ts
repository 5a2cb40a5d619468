import { uploadStreams, uploadsContract } from "#shared/uploads/contract.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { finishUpload } from "./finish-upload.ts";
import * as service from "./service.ts";
import { answerTus } from "./tus-server.ts";

export const uploadsRoutes = bindRoutes(uploadsContract, { ...service, finishUpload });
export const uploadStreamRoutes = bindStreams(uploadStreams, {
  getUploadOffset: answerTus,
  sendChunk: answerTus,
});
