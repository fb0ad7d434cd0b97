import { useState } from 'react'
import type { Point, Rectangle } from '../../../reader/web/index.ts'
import type { BoxTool } from './BoxPanel.tsx'
import { addBox, type BoxDraft, changeBox, fromLeft, mostBoxes, removeBox, shifted } from './boxes.ts'
import { between, inPicture } from './geometry.ts'
import type { Editor } from './useEditor.ts'
import type { Ground } from './useGround.ts'

/** Pixels of a side below which a drag was a slip. */
const leastDrag = 6
/** Side of a rectangle that a key draws, in pixels of the stage. */
const keySide = { width: 48, height: 72 }

interface Options {
  /** 1: a new rectangle takes the place of the one before. */
  most: number
  nameOf: (number: number) => string
}

/** Drawing, choosing and moving rectangles on the stage. */
export function useBoxes<Written>(
  { stage, history, draft, still, setNews }: Editor<BoxDraft, Written>,
  { most, nameOf }: Options,
) {
  const [tool, setTool] = useState<BoxTool>('draw')
  const [selected, setSelected] = useState<string | null>(null)
  const [drawing, setDrawing] = useState<Rectangle | null>(null)
  const [full, setFull] = useState(false)

  const nameIn = (now: BoxDraft, id: string) => nameOf(fromLeft(now).findIndex((box) => box.id === id) + 1)
  const add = (rectangle: Rectangle) => {
    setDrawing(null)
    if (most > 1 && draft.boxes.length >= mostBoxes) {
      setFull(true)
      return
    }
    const added = addBox(draft, rectangle, most)
    history.change(() => added.draft)
    setSelected(added.id)
    setNews(`${nameIn(added.draft, added.id)}の枠を描きました`)
  }
  const change = (id: string, rectangle: Rectangle, mark: string | null) => {
    history.change((now) => changeBox(now, id, rectangle), mark)
    setNews(`${nameIn(changeBox(draft, id, rectangle), id)}の枠を変えました`)
  }
  const remove = (id: string) => {
    setNews(`${nameIn(draft, id)}の枠を削除しました`)
    setFull(false)
    history.change((now) => removeBox(now, id))
    setSelected(null)
    stage.focus()
  }
  const ground: Ground = {
    pans: still || tool === 'move',
    onTap: () => setSelected(null),
    onDrag(from, to, over) {
      const rectangle = between(inPicture(from), inPicture(to))
      const wide = (rectangle.x2 - rectangle.x1) / stage.perPixel.x >= leastDrag
      const high = (rectangle.y2 - rectangle.y1) / stage.perPixel.y >= leastDrag
      if (!over) setDrawing(rectangle)
      else if (wide && high) add(rectangle)
      else setDrawing(null)
    },
    onDragCancel: () => setDrawing(null),
  }
  const onEnter = () => {
    const last = fromLeft(draft).at(-1)?.rectangle
    const width = last ? last.x2 - last.x1 : keySide.width * stage.perPixel.x
    const height = last ? last.y2 - last.y1 : keySide.height * stage.perPixel.y
    const { x, y } = stage.centre()
    add({ x1: x - width / 2, y1: y - height / 2, x2: x + width / 2, y2: y + height / 2 })
  }
  const chosen = draft.boxes.find(({ id }) => id === selected)
  const nudge = ({ x, y }: Point) => {
    if (!chosen) return
    const by = { x: x * stage.perPixel.x, y: y * stage.perPixel.y }
    change(chosen.id, shifted(chosen.rectangle, by), `nudge-${chosen.id}`)
  }
  const common = { draft, selected, still, nameOf, onSelect: setSelected, onRemove: remove }
  return {
    tool,
    setSelected,
    /** Of `BoxLayer`. */
    layer: { ...common, stage, drawing, onChange: change },
    /** Of `BoxPanel`. */
    panel: { ...common, tool, onTool: setTool },
    /** No further box can be drawn. */
    full: full && draft.boxes.length >= mostBoxes,
    ground,
    onEnter,
    nudge: chosen && !still ? nudge : null,
  }
}
