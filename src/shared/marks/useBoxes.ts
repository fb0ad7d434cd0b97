import { useState } from 'react'
import type { Point, Rectangle } from '../../../reader/web/index.ts'
import type { CanvasHandlers } from '../../ui/stage/stage.ts'
import { clampToPicture } from '../../ui/stage/stageGeometry.ts'
import type { BoxTool } from './BoxPanel.tsx'
import { addBox, type BoxDraft, changeBox, leftToRight, maxBoxes, removeBox, shifted } from './boxes.ts'
import type { MarkEditor } from './editor.ts'
import { rectangleBetween } from './markGeometry.ts'

/** Screen px; a shorter drag is ignored. */
const minDrag = 6
/** Screen px of a rectangle drawn by key. */
const keyboardBoxSize = { x: 48, y: 72 }

/** The selected id and its setter. */
export type Selection = readonly [selected: string | null, select: (id: string | null) => void]

interface Options {
  /** 1: a new rectangle replaces the previous. */
  max: number
  nameOf: (number: number) => string
  /** Shared with other marks on the picture; default: its own. */
  selection?: Selection
}

/** Drawing, selecting and moving rectangles. */
export function useBoxes(
  { stage, history, draft, readOnly, announce }: MarkEditor<BoxDraft>,
  { max, nameOf, selection }: Options,
) {
  const [tool, setTool] = useState<BoxTool>('draw')
  const own = useState<string | null>(null)
  const [selected, setSelected] = selection ?? own
  const [drawing, setDrawing] = useState<Rectangle | null>(null)
  const [full, setFull] = useState(false)

  const nameIn = (now: BoxDraft, id: string) => nameOf(leftToRight(now).findIndex((box) => box.id === id) + 1)
  const add = (rectangle: Rectangle) => {
    if (max > 1 && draft.boxes.length >= maxBoxes) {
      setFull(true)
      return
    }
    const added = addBox(draft, rectangle, max)
    history.change(() => added.draft)
    setSelected(added.id)
    announce(`${nameIn(added.draft, added.id)}の枠を描きました`)
  }
  const change = (id: string, rectangle: Rectangle, gesture: string | null) => {
    history.change((now) => changeBox(now, id, rectangle), gesture)
    announce(`${nameIn(changeBox(draft, id, rectangle), id)}の枠を変えました`)
  }
  const remove = (id: string) => {
    announce(`${nameIn(draft, id)}の枠を削除しました`)
    setFull(false)
    history.change((now) => removeBox(now, id))
    setSelected(null)
    stage.focus()
  }
  const onEnter = ({ x, y }: Point) => {
    const last = leftToRight(draft).at(-1)?.rectangle
    const size = last ? { x: last.x2 - last.x1, y: last.y2 - last.y1 } : stage.ratioOf(keyboardBoxSize)
    add({ x1: x - size.x / 2, y1: y - size.y / 2, x2: x + size.x / 2, y2: y + size.y / 2 })
  }
  const canvas: CanvasHandlers = {
    pans: tool === 'move',
    onTap: () => setSelected(null),
    onDraw(from, to, done) {
      const rectangle = rectangleBetween(clampToPicture(from), clampToPicture(to))
      setDrawing(done ? null : rectangle)
      const min = stage.ratioOf({ x: minDrag, y: minDrag })
      if (done && rectangle.x2 - rectangle.x1 >= min.x && rectangle.y2 - rectangle.y1 >= min.y) add(rectangle)
    },
    onDrawCancel: () => setDrawing(null),
    onEnter,
  }
  const chosen = draft.boxes.find(({ id }) => id === selected)
  const common = { draft, selected, readOnly, nameOf, onSelect: setSelected, onRemove: remove }
  return {
    tool,
    setSelected,
    /** Props of `BoxLayer`. */
    layer: { ...common, stage, drawing, onChange: change },
    /** Props of `BoxPanel`. */
    panel: { ...common, tool, onTool: setTool },
    full: full && draft.boxes.length >= maxBoxes,
    canvas,
    nudge:
      chosen && !readOnly
        ? (by: Point) => change(chosen.id, shifted(chosen.rectangle, by), `nudge-${chosen.id}`)
        : null,
  }
}
