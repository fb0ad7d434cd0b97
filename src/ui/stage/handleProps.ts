import type { KeyboardEvent, PointerEvent } from 'react'
import type { Point } from './geometry.ts'
import { arrowStep } from './keys.ts'
import type { Stage } from './stage.ts'

interface Handle<T> {
  id: string
  /** What is moved, as it stands. */
  value: T
  /**
   * Moves it by ratios of the picture from where it stood, and gives back what the magnifier shows. `gesture` names one
   * drag, or a run of arrow keys.
   */
  onMove: (from: T, by: Point, gesture: string) => Point
  onSelect?: (id: string) => void
  /** It was pressed and not moved; null: nothing comes of that. */
  onTap?: ((at: Point) => void) | null
  onRemove?: ((id: string) => void) | null
}

let drags = 0

/**
 * Of a button on the picture that is dragged by mouse and finger, by where it was gripped, and moved by arrow keys:
 * 1 pixel, with Shift 10.
 */
export function handleProps<T>(
  stage: Stage,
  { id, value, onMove, onSelect, onTap = null, onRemove }: Handle<T>,
) {
  return {
    onFocus: () => onSelect?.(id),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || !event.isPrimary) return
      // A finger's press gives the focus only afterwards: it would go back to what was pressed.
      if (onTap && event.pointerType !== 'mouse') event.preventDefault()
      onSelect?.(id)
      drags += 1
      const gesture = `drag-${drags}`
      const moveBy = (by: Point) => onMove(value, by, gesture)
      stage.press(event, {
        onTap,
        onMove: (_, by) => moveBy(by),
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
