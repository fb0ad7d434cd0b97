import { isAnalog, isDigital } from '../../../../contract/categories.ts'
import {
  parseArea,
  parseCounter,
  parseScale,
  type ReaderSettings,
  type Rectangle,
} from '../../../../reader/web/index.ts'
import classes from './FramingGuide.module.css'

interface Props {
  settings: ReaderSettings
  /** Address of the reference picture that shines through; null: none. */
  ghost: string | null
  /** Width / height of the reference picture; null without it. */
  aspect: number | null
  /** Of the live picture, px. */
  width: number
  height: number
}

/** Outlines where the meter should be: the area to read, or a shape by kind of meter. */
export function FramingGuide({ settings, ghost, aspect, width, height }: Props) {
  // The reference picture centred in the live one, in any orientation.
  const inner = aspect === null ? { width, height } : fitted(aspect, width, height)
  const shape = shapeOf(settings, inner.width, inner.height)
  const [left, top] = [(width - inner.width) / 2, (height - inner.height) / 2]
  const line = Math.max(2, Math.min(width, height) / 180)
  return (
    <svg
      className={classes.guide}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid meet"
      aria-hidden
    >
      <g transform={`translate(${left} ${top})`}>
        <path
          fill="rgb(0 0 0 / 35%)"
          fillRule="evenodd"
          d={`M${-left} ${-top}h${width}v${height}h${-width}Z${shape}`}
        />
        {ghost !== null && aspect !== null && (
          <image opacity={0.3} href={ghost} width={inner.width} height={inner.height} />
        )}
        <g fill="none" strokeLinejoin="round">
          <path stroke="rgb(0 0 0 / 60%)" d={shape} strokeWidth={line * 2.5} />
          <path stroke="#ffffff" d={shape} strokeWidth={line} />
        </g>
        <g fill="#ffffff" stroke="rgb(0 0 0 / 60%)" strokeWidth={line}>
          {pinsOf(settings, inner.width, inner.height).map(({ x, y }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={line * 2} />
          ))}
        </g>
      </g>
    </svg>
  )
}

/** Where axis and points of the scale stood on the reference picture. */
function pinsOf({ type, axis, radius, settings }: ReaderSettings, width: number, height: number) {
  if (!isAnalog(type) || !axis || !radius || settings === null) return []
  const scale = parseScale(settings)
  const centre = { x: axis.x * width, y: axis.y * height }
  if (!scale.ok) return [centre]
  const points = scale.value.map(({ angle }) => {
    const turn = (angle * Math.PI) / 180
    return { x: centre.x + Math.sin(turn) * radius * width, y: centre.y - Math.cos(turn) * radius * width }
  })
  return [centre, ...points]
}

function fitted(aspect: number, width: number, height: number) {
  return aspect > width / height ? { width, height: width / aspect } : { width: height * aspect, height }
}

function shapeOf(settings: ReaderSettings, width: number, height: number): string {
  const { type, axis, radius } = settings
  if (isAnalog(type) && axis && radius) {
    // The dial is larger than the circle of its scale's pins.
    return circle(axis.x * width, axis.y * height, radius * width * 1.25)
  }
  const area = settings.area === null ? null : parseArea(settings.area)
  if (area?.ok) return box(area.value, width, height)
  const places = settings.settings !== null && isDigital(type) ? parseCounter(settings.settings) : null
  if (places?.ok) {
    const dials = places.value.dials.map(({ centre: { x, y }, radius }) =>
      circle(x * width, y * height, radius * width),
    )
    return [...places.value.boxes.map((each) => box(each, width, height)), ...dials].join('')
  }
  const short = Math.min(width, height)
  if (isAnalog(type)) return circle(width / 2, height / 2, short * 0.42)
  const wide = isDigital(type) ? { x: 0.86, y: 0.3 } : { x: 0.8, y: 0.8 }
  return centred(short * wide.x, short * wide.y, width, height)
}

function circle(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`
}

function box({ x1, y1, x2, y2 }: Rectangle, width: number, height: number): string {
  return `M${x1 * width} ${y1 * height}H${x2 * width}V${y2 * height}H${x1 * width}Z`
}

function centred(boxWidth: number, boxHeight: number, width: number, height: number): string {
  const left = (width - boxWidth) / 2
  const top = (height - boxHeight) / 2
  return `M${left} ${top}h${boxWidth}v${boxHeight}h${-boxWidth}Z`
}
