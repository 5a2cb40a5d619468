type Listener = (conversationId: string) => void;

const listeners = new Set<Listener>();

/** Someone is writing in a conversation. */
export function announceTyping(conversationId: string): void {
  for (const listener of listeners) listener(conversationId);
}

export function subscribeToTyping(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
