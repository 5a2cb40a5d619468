export interface Zoom {
  readonly scale: number;
  /** Pixels from the frame's corner to that of the content. */
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The frame, and the content at scale 1, in pixels. */
export interface ZoomArea {
  readonly width: number;
  readonly height: number;
  readonly contentWidth: number;
  readonly contentHeight: number;
}

export const initialZoom: Zoom = { scale: 1, x: 0, y: 0 };

const [minScale, maxScale] = [0.5, 8];

/** Zooms around a point of the frame. */
export function zoomAt(zoom: Zoom, factor: number, at: Point, area: ZoomArea): Zoom {
  const scale = Math.min(maxScale, Math.max(minScale, zoom.scale * factor));
  const ratio = scale / zoom.scale;
  return clamp({ scale, x: at.x - (at.x - zoom.x) * ratio, y: at.y - (at.y - zoom.y) * ratio }, area);
}

export const pan = (zoom: Zoom, by: Point, area: ZoomArea): Zoom =>
  clamp({ ...zoom, x: zoom.x + by.x, y: zoom.y + by.y }, area);

/** Content that fits is centred, and other content has no gap at its edges. */
function clamp({ scale, x, y }: Zoom, area: ZoomArea): Zoom {
  return {
    scale,
    x: clampSide(x, area.width, area.contentWidth * scale),
    y: clampSide(y, area.height, area.contentHeight * scale),
  };
}

function clampSide(offset: number, frame: number, content: number): number {
  if (content <= frame) return (frame - content) / 2;
  return Math.min(0, Math.max(frame - content, offset));
}
