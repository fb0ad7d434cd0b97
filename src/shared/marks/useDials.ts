import { useState } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import type { CanvasHandlers } from '../../ui/stage/stage.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import { addDial, type CounterDraft, changeDial, type Dial, dialName, removeDial } from './dials.ts'
import type { MarkEditor } from './editor.ts'
import { distanceOf } from './markGeometry.ts'
import type { Selection } from './useBoxes.ts'

/** Screen px: radius of a dial that was not drawn, and the shortest drag that draws one. */
const usualRadius = 40
const minDrag = 6

interface Options {
  /** Pixels of the picture. */
  size: Size
  selection: Selection
}

/** Placing, selecting and changing the dials of a counter. */
export function useDials(
  { stage, history, draft, readOnly, announce }: MarkEditor<CounterDraft>,
  { size, selection: [selected, setSelected] }: Options,
) {
  const [drawing, setDrawing] = useState<Pick<Dial, 'centre' | 'radius'> | null>(null)

  const nameIn = (now: CounterDraft, id: string) => {
    const dial = now.dials.find((each) => each.id === id)
    return dial ? dialName(dial) : ''
  }
  const place = (centre: Point, drawn: number | null) => {
    const radius = drawn ?? draft.dials.at(-1)?.radius ?? stage.ratioOf({ x: usualRadius, y: 0 }).x
    const added = addDial(draft, centre, radius)
    if (added === null) return
    history.change(() => added.draft)
    setSelected(added.dial.id)
    announce(`${dialName(added.dial)}を置きました`)
  }
  const change = (id: string, next: Partial<Dial>, gesture: string | null) => {
    history.change((now) => changeDial(now, id, next), gesture)
    announce(`${nameIn(changeDial(draft, id, next), id)}を変えました`)
  }
  const remove = (id: string) => {
    announce(`${nameIn(draft, id)}を削除しました`)
    history.change((now) => removeDial(now, id))
    setSelected(null)
    stage.focus()
  }
  const canvas: CanvasHandlers = {
    onTap: (at) => place(at, null),
    onDraw(from, to, done) {
      const radius = distanceOf(from, to, size)
      setDrawing(done ? null : { centre: from, radius })
      if (done) place(from, radius < stage.ratioOf({ x: minDrag, y: 0 }).x ? null : radius)
    },
    onDrawCancel: () => setDrawing(null),
    onEnter: (centre) => place(centre, null),
  }
  const chosen = draft.dials.find(({ id }) => id === selected)
  const common = { dials: draft.dials, selected, readOnly, onSelect: setSelected, onRemove: remove }
  return {
    canvas,
    /** Props of `DialLayer`. */
    layer: { ...common, stage, size, drawing, onChange: change },
    /** Props of `DialPanel`. */
    panel: {
      ...common,
      onChange: (id: string, next: Partial<Dial>) => change(id, next, `panel-${id}`),
    },
    nudge:
      chosen && !readOnly
        ? (by: Point) =>
            change(
              chosen.id,
              { centre: { x: chosen.centre.x + by.x, y: chosen.centre.y + by.y } },
              `nudge-${chosen.id}`,
            )
        : null,
  }
}
