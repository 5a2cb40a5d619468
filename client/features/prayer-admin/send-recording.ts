import * as z from "zod/mini";
import { CallError, getUrl } from "#shared/api/http-client.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import { Recording, recordingsContract } from "#shared/prayer/recordings.ts";
import { withReasonTexts } from "#client/lib/api/error-message.ts";
import { tab } from "#client/lib/api/tab.ts";

const { addRecording } = recordingsContract;

export type RecordingDetails = Pick<Recording, "kind" | "title" | "licence" | "isFajr">;

export interface RecordingUpload {
  /**
   * @throws {CallError} when the server refuses it; a `DOMException` named `AbortError` when it was stopped.
   */
  readonly done: Promise<Recording>;
  readonly stop: () => void;
}

/** Uploads an audio file. Progress runs from 0 to 1; at 1 the server is processing. */
export function sendRecording(
  recordingDetails: RecordingDetails,
  blob: Blob,
  onProgress: (fraction: number) => void,
): RecordingUpload {
  const request = new XMLHttpRequest();
  const done = new Promise<Recording>((resolve, reject) => {
    request.open("POST", getUrl(addRecording, { query: recordingDetails }));
    request.setRequestHeader(
      "Content-Type",
      /^audio\//.test(blob.type) ? blob.type : "application/octet-stream",
    );
    request.setRequestHeader(tabHeader, tab);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const { status, responseText } = request;
      if (status < 200 || status > 299) return reject(new CallError(status, responseText));
      resolve(z.parse(Recording, JSON.parse(responseText)));
    };
    request.onerror = () => reject(new TypeError("The network failed."));
    request.onabort = () => reject(new DOMException("Stopped.", "AbortError"));
    request.send(blob);
  });
  return { done: withReasonTexts(done), stop: () => request.abort() };
}
