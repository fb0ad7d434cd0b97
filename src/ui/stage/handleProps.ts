import type { KeyboardEvent, PointerEvent } from 'react'
import { arrowStep } from './arrowStep.ts'
import type { Stage } from './stage.ts'
import type { Point } from './stageGeometry.ts'

interface Handle<T> {
  id: string
  /** Current value. */
  value: T
  /**
   * Moves `from` by ratios of the picture; returns the point to magnify. `gesture` identifies a drag or a series of
   * arrow keys.
   */
  onMove: (from: T, by: Point, gesture: string) => Point
  /** The drag ended where `onMove` was called last. */
  onEnd?: () => void
  onSelect?: (id: string) => void
  /** Press without a move; null: ignored. */
  onTap?: ((at: Point) => void) | null
  onRemove?: ((id: string) => void) | null
}

let drags = 0

/**
 * Props of a button on the picture: dragged by mouse and touch relative to the grip, moved by arrow keys: 1 pixel, with
 * Shift 10.
 */
export function handleProps<T>(
  stage: Stage,
  { id, value, onMove, onEnd, onSelect, onTap = null, onRemove }: Handle<T>,
) {
  return {
    onFocus: () => onSelect?.(id),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return
      // On touch, focus follows later and would return to the pressed element.
      if (onTap && event.pointerType !== 'mouse') event.preventDefault()
      onSelect?.(id)
      drags += 1
      const gesture = `drag-${drags}`
      const moveBy = (by: Point) => onMove(value, by, gesture)
      stage.press(event, {
        onTap,
        onMove: (_, by) => moveBy(by),
        onEnd: () => onEnd?.(),
        onCancel: () => moveBy({ x: 0, y: 0 }),
      })
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = arrowStep(event)
      if (step) onMove(value, stage.ratioOf(step), `keys-${id}`)
      else if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) onRemove(id)
      else return
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
