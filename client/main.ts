/** Imports the app after the static shell has painted; hidden pages never paint. */
const boot = () => void import("./boot.tsx");

if (document.visibilityState === "hidden") boot();
else requestAnimationFrame(() => setTimeout(boot));
