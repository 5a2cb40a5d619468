export const namespaces = {
  html: "http://www.w3.org/1999/xhtml",
  svg: "http://www.w3.org/2000/svg",
  math: "http://www.w3.org/1998/Math/MathML",
  epub: "http://www.idpf.org/2007/ops",
  xlink: "http://www.w3.org/1999/xlink",
  xml: "http://www.w3.org/XML/1998/namespace",
} as const;

const splitWords = (text: string) => text.trim().split(/\s+/);

export const htmlElements: ReadonlySet<string> = new Set(
  splitWords(`a abbr acronym address area article aside audio b bdi bdo big blockquote br button caption center cite code
    col colgroup data dd del details dfn dialog dir div dl dt em fieldset figcaption figure font footer h1 h2 h3 h4 h5
    h6 header hgroup hr i img input ins kbd label legend li main map mark menu meter nav ol optgroup option output p
    picture pre progress q rb rp rt rtc ruby s samp search section select small source span strike strong style sub
    summary sup table tbody td textarea tfoot th thead time tr track tt u ul var video wbr link meta title`),
);

/** Elements that are removed with their content. */
export const droppedElements: ReadonlySet<string> = new Set(
  splitWords(`script iframe frame frameset noframes embed applet template base basefont bgsound portal fencedframe param
    handler listener metadata`),
);

export const voidElements: ReadonlySet<string> = new Set(
  splitWords("area base br col embed hr img input link meta param source track wbr"),
);

/** Block elements. */
export const blockElements: ReadonlySet<string> = new Set(
  splitWords(`address article aside blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset
    figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li main menu nav ol optgroup option p pre
    search section summary table tbody td tfoot th thead tr ul`),
);

export const unreadElements: ReadonlySet<string> = new Set(
  splitWords("rt rp rtc audio video select textarea svg math title style button"),
);

/** Form fields stay visible but inert. */
export const fieldElements: ReadonlySet<string> = new Set(
  splitWords("button input select textarea option optgroup"),
);

const svgNames =
  splitWords(`svg g defs symbol use path rect circle ellipse line polyline polygon text tspan textPath image a
  title desc style linearGradient radialGradient stop pattern clipPath mask marker filter switch view foreignObject
  animate animateTransform animateMotion set mpath feBlend feColorMatrix feComponentTransfer feComposite
  feConvolveMatrix feDiffuseLighting feDisplacementMap feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG
  feFuncR feGaussianBlur feImage feMerge feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight
  feTile feTurbulence`);

/** SVG elements by their lower-case names, as HTML parsers produce them. */
export const svgElements: ReadonlyMap<string, string> = new Map(
  svgNames.map((name) => [name.toLowerCase(), name]),
);

const svgAttributeNames =
  splitWords(`attributeName baseFrequency calcMode clipPathUnits diffuseConstant edgeMode
  filterUnits gradientTransform gradientUnits keyPoints keySplines keyTimes lengthAdjust markerHeight markerUnits
  markerWidth maskContentUnits maskUnits numOctaves pathLength patternContentUnits patternTransform patternUnits
  preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur specularConstant specularExponent spreadMethod
  startOffset stdDeviation surfaceScale tableValues targetX targetY textLength viewBox xChannelSelector
  yChannelSelector zoomAndPan`);

export const svgAttributes: ReadonlyMap<string, string> = new Map(
  svgAttributeNames.map((name) => [name.toLowerCase(), name]),
);

export const isMathElement = (name: string) =>
  /^(?:math|m[a-z]{1,14}|semantics|annotation|annotation-xml|none)$/.test(name);

export const isForbiddenAttribute = (name: string) =>
  /^(?:on.*|srcdoc|formaction|action|method|enctype|ping|http-equiv|background|manifest|autofocus|autoplay|target|integrity|nonce|is|slot|profile|classid|codebase|code|archive|lowsrc|dynsrc|usemap|form|formtarget|altimg|definitionurl|base|contenteditable|download|popover.*|command.*|xmlns.*)$/i.test(
    name,
  );
