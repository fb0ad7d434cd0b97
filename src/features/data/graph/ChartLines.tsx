import { memo } from 'react'
import classes from './ChartLines.module.css'
import { type Line, pointsAcross } from './lines.ts'
import { lookOf } from './looks.ts'
import type { Projection } from './projection.ts'

interface Props {
  lines: readonly Line[]
  to: Projection
}

/**
 * The lines themselves. The charts' library takes 100 ms and more to move ten lines of a thousand points, too long to
 * follow a finger; a path written anew takes two.
 */
export const ChartLines = memo(function ChartLines({ lines, to }: Props) {
  return lines.map((line) => {
    const { color, dash } = lookOf(line.look)
    return (
      <path
        key={line.meterId}
        className={classes.line}
        data-line={line.meterId}
        d={pathOf(line, to)}
        stroke={color}
        strokeWidth={line.points.length > 400 ? 1.5 : 2}
        {...(lines.length > 1 && dash !== undefined && { strokeDasharray: dash })}
      />
    )
  })
})

const rounded = (px: number) => Math.round(px * 10) / 10

/** An empty reading ends a stretch of the line; the next value begins another. */
function pathOf({ points }: Line, to: Projection): string {
  let path = ''
  let drawing = false
  for (const { at, value } of pointsAcross(points, to.shown)) {
    if (value !== null) path += `${drawing ? 'L' : 'M'}${rounded(to.x(at))} ${rounded(to.y(value))}`
    drawing = value !== null
  }
  return path
}
