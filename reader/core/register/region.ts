import { dialBox, parseArea, parseCounter } from '../settings.ts'
import type { ReaderSettings, Rectangle } from '../types.ts'

/** Parts of the reference picture, in its ratios. */
export interface Region {
  /** Whether the settings say where. */
  known: boolean
  /** What is read. */
  read: Rectangle
  /** With a margin: everything that reading uses. */
  view: Rectangle
  /** With enough around it to recognise it. */
  around: Rectangle
  /** Moving parts, apart from needles. */
  moving: Rectangle[]
}

const WHOLE: Rectangle = { x1: 0, y1: 0, x2: 1, y2: 1 }
/** Radius of a dial's face in scale radii. */
const FACE = 1.12
/** Margins as fractions of the mean side: a face is recognised by itself, digits by their surroundings. */
const VIEW_MARGIN = 0.2
const FACE_MARGIN = 0.15
const MARGIN = 0.4

/** Width and height: the reference picture's pixels. */
export function regionOf(settings: ReaderSettings, width: number, height: number): Region {
  const { type, axis, radius } = settings
  const area = settings.area === null ? null : parseArea(settings.area)
  const dial = type === 0 || type === 1
  if (dial) {
    const reach = radius !== null && radius > 0.01 && radius < 1 ? radius * FACE : null
    if (!axis || reach === null || !(axis.x > -1 && axis.x < 2 && axis.y > -1 && axis.y < 2)) {
      return regionAround(area?.ok ? area.value : WHOLE, [], width, height)
    }
    const down = (reach * width) / height
    const face = { x1: axis.x - reach, y1: axis.y - down, x2: axis.x + reach, y2: axis.y + down }
    return regionAround(face, [], width, height, FACE_MARGIN)
  }
  const places = settings.settings === null ? null : parseCounter(settings.settings)
  const { boxes: moving, dials } = places?.ok
    ? places.value
    : { boxes: area?.ok ? [area.value] : [], dials: [] }
  const read = [...moving, ...dials.map((dial) => dialBox(dial, { width, height }))]
  return regionAround(read.length > 0 ? union(read) : WHOLE, moving, width, height)
}

function regionAround(
  read: Rectangle,
  moving: Rectangle[],
  width: number,
  height: number,
  margin = MARGIN,
): Region {
  const within = clamped(read)
  const across = (within.x2 - within.x1) * width
  const down = (within.y2 - within.y1) * height
  const widened = (share: number) => {
    const wider = share * Math.sqrt(across * down)
    return clamped({
      x1: within.x1 - wider / width,
      y1: within.y1 - wider / height,
      x2: within.x2 + wider / width,
      y2: within.y2 + wider / height,
    })
  }
  return { known: read !== WHOLE, read: within, view: widened(VIEW_MARGIN), around: widened(margin), moving }
}

function union(rectangles: readonly Rectangle[]): Rectangle {
  return {
    x1: Math.min(...rectangles.map(({ x1 }) => x1)),
    y1: Math.min(...rectangles.map(({ y1 }) => y1)),
    x2: Math.max(...rectangles.map(({ x2 }) => x2)),
    y2: Math.max(...rectangles.map(({ y2 }) => y2)),
  }
}

/** Clipped to the picture; the whole picture when outside it. */
function clamped({ x1, y1, x2, y2 }: Rectangle): Rectangle {
  const inside = { x1: Math.max(0, x1), y1: Math.max(0, y1), x2: Math.min(1, x2), y2: Math.min(1, y2) }
  return inside.x2 > inside.x1 && inside.y2 > inside.y1 ? inside : WHOLE
}
