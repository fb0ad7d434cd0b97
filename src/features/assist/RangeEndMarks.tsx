import { formatNumber } from '../../../text/formatNumber.ts'
import type { BoxDraft } from '../../shared/marks/boxes.ts'
import { positionStyle, type Size } from '../../ui/stage/stageGeometry.ts'
import classes from './RangeEndMarks.module.css'

interface Props {
  size: Size
  draft: BoxDraft
  range: { start: number; end: number }
}

/** The read position's edges at which the range starts and ends. */
export function RangeEndMarks({ size, draft, range }: Props) {
  const rectangle = draft.boxes[0]?.rectangle
  if (!rectangle) return null
  const { x1, y1, x2, y2 } = rectangle
  const upright = (y2 - y1) * size.height >= (x2 - x1) * size.width
  const ends = upright
    ? [
        { at: { x: (x1 + x2) / 2, y: y2 }, side: 'below', value: range.start },
        { at: { x: (x1 + x2) / 2, y: y1 }, side: 'above', value: range.end },
      ]
    : [
        { at: { x: x1, y: (y1 + y2) / 2 }, side: 'left', value: range.start },
        { at: { x: x2, y: (y1 + y2) / 2 }, side: 'right', value: range.end },
      ]
  return ends.map(({ at, side, value }) => (
    <span key={side} className={classes.end} data-side={side} style={positionStyle(at)}>
      {formatNumber(value, null)}
    </span>
  ))
}
