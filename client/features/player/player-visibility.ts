import { Store, useStore } from "#client/lib/store.ts";

const isShown = new Store(false);

export const showPlayer = (): void => isShown.set(true);

export const hidePlayer = (): void => isShown.set(false);

export const useIsPlayerShown = (): boolean => useStore(isShown);
