/** The version of the catalogue in a process, which decides whether cached replies are valid. */
export interface CatalogueVersion {
  /** Changes with the catalogue; null while notifications may be missed, when nothing may be cached. */
  current(): number | null;

  /** The number of statements of this process that changed the catalogue. */
  writes(): number;

  /** Resolves when all processes know the changes that this one has committed; after a second at most. */
  waitForLatest(): Promise<void>;
}

/** Sent by the trigger `notify_catalogue_changed`. */
export const catalogueChanged = "catalogue-changed";

/** The message of the trigger's notice. */
export const catalogueChannel = "catalogue changed";

/** For processes that do not receive changes: nothing is cached. */
export const uncachedCatalogue: CatalogueVersion = {
  current: () => null,
  writes: () => 0,
  waitForLatest: async () => {},
};
