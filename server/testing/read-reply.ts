/** A reply of the API without the id of its request, to compare refusals. */
export const withoutRequestId = (body: string): string => body.replace(/,"requestId":"[^"]+"/, "");

export const readReply = async (reply: Response): Promise<string> => withoutRequestId(await reply.text());
