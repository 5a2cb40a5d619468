/** The id of the `<template>` with the links that `client/main.ts` activates after the first paint. */
export const deferredLinksId = "deferred-links";
