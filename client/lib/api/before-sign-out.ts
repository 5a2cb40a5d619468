type SignOutTask = () => Promise<void>;

const tasks = new Set<SignOutTask>();

/**
 * Runs before sign-out, while requests are still authenticated.
 *
 * @returns a function that removes it
 */
export function onBeforeSignOut(task: SignOutTask): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

export const runSignOutTasks = () => Promise.allSettled([...tasks].map((task) => task()));
