import { getInlineSource } from "./inline-source.ts";

/** The stylesheet of the optimized reader, in the colours of `client/styles/app.css` with device fonts. */
export const optimizedStyle = `
:root{color-scheme:light dark;--paper:#fbf7ef;--ink:#1c2822;--quiet:#55635b;--link:#0f4a3a;--line:#e5ddcc;--mark:#a8742033}
@media (prefers-color-scheme:dark){:root{--paper:#101613;--ink:#ece7db;--quiet:#a9b4ac;--link:#4fb08a;--line:#2b3731;--mark:#d9ae5b40}}
body{margin:0 auto;max-width:40rem;padding:0 1rem 4rem;background:var(--paper);color:var(--ink);font:1.125rem/1.65 Georgia,"Times New Roman",serif;overflow-wrap:break-word}
:lang(ar),:lang(fa),:lang(ur){line-height:2}
nav,footer,.p,.n{font-family:system-ui,sans-serif;font-size:.9375rem;line-height:1.5}
nav,footer{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;align-items:center;padding:.5rem 0;border-block:1px solid var(--line);margin-block:1rem;color:var(--quiet)}
nav a,footer a{display:inline-block;padding:.5rem 0}
nav .t{flex:1 1 100%;margin:0;color:var(--ink);font-size:1em;font-weight:600;line-height:1.5}
a{color:var(--link)}
a:focus-visible,summary:focus-visible{outline:2px solid;outline-offset:2px}
.p{display:inline-block;border:1px dashed var(--line);padding:.25rem .5rem;color:var(--quiet)}
.n{color:var(--quiet)}
:target{background:var(--mark)}
img,svg{max-width:100%;height:auto}
table{display:block;overflow-x:auto;border-collapse:collapse}
td,th{border:1px solid var(--line);padding:.25rem .5rem;text-align:start}
pre{white-space:pre-wrap}
h1,h2,h3{line-height:1.3}
:lang(ar) h1,:lang(ar) h2,:lang(ar) h3{line-height:1.7}
blockquote{margin-inline:1rem 0}
ul ul,ol ol{padding-inline-start:1.25rem}
`.replaceAll("\n", "");

export const optimizedStyleSource = getInlineSource(optimizedStyle);
