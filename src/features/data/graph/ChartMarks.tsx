import { memo, useId } from 'react'
import { numberText } from '../../../ui/text/numberText.ts'
import classes from './ChartMarks.module.css'
import { type Line, pointsWithin } from './lines.ts'
import { lookOf, markPath } from './looks.ts'
import { type Box, movedApart, spread, standingFree } from './placing.ts'
import type { Projection } from './projection.ts'
import { textSize } from './textSize.ts'

interface Props {
  lines: readonly Line[]
  to: Projection
  /** 「グラフ数値」: values stand beside the points. */
  numbers: boolean
}

/** Below this distance in px every point has a mark. */
const roomy = 14
/** Marks of several lines stand this far apart, in px, to tell them by. */
const apart = 90
const mostNumbers = 80
/** Of a line; spread evenly, more would hardly find room. */
const mostTried = 150

/** What stands on the lines: points, abnormal points, values and each line’s last value. */
export const ChartMarks = memo(function ChartMarks({ lines, to, numbers }: Props) {
  const clip = useId()
  const { plot } = to
  const ends = endsOf(lines, to)
  return (
    <g className={classes.marks}>
      <clipPath id={clip}>
        <rect x={plot.x - 5} y={plot.y - 8} width={plot.width + 10} height={plot.height + 16} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        {lines.map((line) => (
          <path
            key={line.meterId}
            className={classes.mark}
            d={marksOf(line, to, lines.length > 1)}
            fill={lookOf(line.look).color}
          />
        ))}
        <path className={classes.abnormal} d={abnormalMarksOf(lines, to)} />
      </g>
      {numbers &&
        numbersOf(lines, to, ends).map(({ key, x, y, text }) => (
          <text key={key} className={classes.number} x={x} y={y} textAnchor="middle">
            {text}
          </text>
        ))}
      {ends.map(({ meterId, text, x, y, middle, color }) => (
        <g key={meterId}>
          {Math.abs(middle - y) > 3 && (
            <path className={classes.leader} d={`M${x + 5} ${y}L${plot.x + plot.width + 6} ${middle}`} />
          )}
          <text
            className={classes.end}
            x={plot.x + plot.width + 8}
            y={middle}
            dy="0.35em"
            style={{ fill: color }}
          >
            {text}
          </text>
        </g>
      ))}
    </g>
  )
})

function marksOf({ points, look }: Line, to: Projection, several: boolean): string {
  const { mark } = lookOf(look)
  const inside = pointsWithin(points, to.shown)
  const every = inside.length * roomy <= to.plot.width
  let last = Number.NEGATIVE_INFINITY
  return inside
    .flatMap(({ at, value }, index) => {
      if (value === null) return []
      const x = to.x(at)
      // Between two gaps there is no line to see it by.
      const alone = isEmpty(inside[index - 1]) && isEmpty(inside[index + 1])
      const due = several && x - last >= apart
      if (!every && !alone && !due) return []
      if (due) last = x
      return [markPath(several ? mark : 'circle', x, to.y(value), several ? 4 : 3)]
    })
    .join('')
}

const isEmpty = (point: { value: number | null } | undefined) => point === undefined || point.value === null

function abnormalMarksOf(lines: readonly Line[], to: Projection): string {
  return lines
    .flatMap(({ points }) => {
      let last = Number.NEGATIVE_INFINITY
      return pointsWithin(points, to.shown).flatMap(({ at, value, abnormal }) => {
        const x = to.x(at)
        if (!abnormal || value === null || x - last < 3) return []
        last = x
        return [markPath('triangle', x, to.y(value), 4.5)]
      })
    })
    .join('')
}

interface End {
  meterId: number
  text: string
  x: number
  y: number
  middle: number
  color: string
}

/** The last value of each line whose end is in sight. */
function endsOf(lines: readonly Line[], to: Projection): End[] {
  const ends = lines.flatMap((line) => {
    const last = line.points.findLast(({ value }) => value !== null)
    if (!last || last.value === null || last.at < to.shown.from || last.at > to.shown.to) return []
    const { meterId, decimals, look } = line
    return [
      {
        meterId,
        text: numberText(last.value, decimals),
        x: to.x(last.at),
        y: to.y(last.value),
        color: lookOf(look).color,
      },
    ]
  })
  const { y, height } = to.plot
  const middles = movedApart(
    ends.map((end) => end.y),
    textSize().height,
    y - 6,
    y + height + 6,
  )
  return ends.map((end, index) => ({ ...end, middle: middles[index] ?? end.y }))
}

/** Values that find room: the extremes of each line first, then those between, spread evenly. */
function numbersOf(lines: readonly Line[], to: Projection, ends: readonly End[]) {
  const { height, width: widthOf } = textSize()
  const wanted = lines.flatMap(({ meterId, decimals, points }) => {
    const inside = pointsWithin(points, to.shown).filter(({ value }) => value !== null)
    const named = ends.some((end) => end.meterId === meterId) ? inside.slice(0, -1) : inside
    const highest = placeOf(named, (a, b) => a > b)
    const lowest = placeOf(named, (a, b) => a < b)
    const order = new Set([highest, lowest, ...spread(named.length)])
    return [...order].slice(0, mostTried).flatMap((place, rank) => {
      const point = named[place]
      if (!point || point.value === null) return []
      const text = numberText(point.value, decimals)
      const [x, y] = [to.x(point.at), to.y(point.value)]
      const width = widthOf(text)
      const below = place === lowest && place !== highest
      const top = below ? y + 6 : y - 6 - height
      const box: Box = { x: x - width / 2 - 3, y: top, width: width + 6, height }
      return [{ key: `${meterId}-${point.id}`, rank, x, y: top + height * 0.8, text, box }]
    })
  })
  // No line has all its values before another has one.
  wanted.sort((a, b) => a.rank - b.rank)
  const { x, y, width, height: tall } = to.plot
  const room = { x: x - 4, y: y - 12, width: width + 8, height: tall + 16 }
  return standingFree(wanted, [], room, mostNumbers)
}

function placeOf(points: readonly { value: number | null }[], beats: (a: number, b: number) => boolean) {
  let best = 0
  points.forEach(({ value }, place) => {
    if (beats(value ?? 0, points[best]?.value ?? 0)) best = place
  })
  return best
}
