import { sharedField, sharedFilePages } from "#shared/routes/shared-file.ts";
import { maxLocalFileBytes, storeSharedFile } from "#client/lib/offline/local-files.ts";

/** Keeps a file that another app shared on this device, and leads to the page that opens it. */
export async function receiveSharedFile(request: Request): Promise<Response> {
  return Response.redirect(await receive(request), 303);
}

async function receive(request: Request): Promise<string> {
  try {
    const file = (await request.formData()).get(sharedField);
    if (!(file instanceof File) || file.size > maxLocalFileBytes) return sharedFilePages.lost;
    await storeSharedFile(file);
    return sharedFilePages.received;
  } catch {
    return sharedFilePages.lost;
  }
}
