const readingScreens = /^\/(read|e-reader|ebook|optimized-reader|seamless-reader|whisper-sync-demo)(\/|$)/;

/** Full-screen pages without bars, on which the keys turn pages. */
export const isReadingScreen = (pathname: string): boolean => readingScreens.test(pathname);
