import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { getChanges } from "#shared/api/contract.ts";
import { recordingsContract } from "#shared/prayer/recordings.ts";
import { getErrorMessage } from "#client/lib/api/error-message.ts";
import { invalidateTopics } from "#client/lib/api/query.ts";
import { type RecordingDetails, type RecordingUpload, sendRecording } from "./send-recording.ts";

/** State of one upload at a time: progress, error and cancel. */
export function useUpload(onDone: () => void) {
  const client = useQueryClient();
  const currentUpload = useRef<RecordingUpload | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [errorText, setErrorText] = useState<string | null>(null);
  useEffect(() => () => currentUpload.current?.stop(), []);

  const send = async (recordingDetails: RecordingDetails, blob: Blob) => {
    setErrorText(null);
    setProgress(0);
    const upload = sendRecording(recordingDetails, blob, setProgress);
    currentUpload.current = upload;
    try {
      await upload.done;
      await invalidateTopics(client, getChanges(recordingsContract.addRecording));
      onDone();
    } catch (error) {
      const isStopped = error instanceof DOMException && error.name === "AbortError";
      if (!isStopped) setErrorText(getErrorMessage(error));
    } finally {
      setProgress(null);
    }
  };
  return { progress, errorText, send, stop: () => currentUpload.current?.stop() };
}
