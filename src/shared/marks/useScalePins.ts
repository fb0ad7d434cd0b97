import { useState } from 'react'
import type { Point } from '../../../reader/web/index.ts'
import type { CanvasHandlers } from '../../ui/stage/stage.ts'
import type { Size } from '../../ui/stage/stageGeometry.ts'
import type { MarkEditor } from './editor.ts'
import {
  kindNames,
  movePin,
  nextTool,
  type PinDraft,
  pinErrors,
  placedPins,
  placePin,
  removePin,
  type Tool,
  typePinValue,
} from './scalePins.ts'

export const pinHelp =
  '矢印キーで画像の移動、プラスとマイナスで拡大と縮小、Enter で選択中のピンを中央に置きます。Tab でピンへ移り、矢印キーで1、Shift と矢印キーで10ピクセル動かします。'

/** Placing, selecting and moving axis and pins. */
export function useScalePins(
  { stage, history, draft, readOnly, announce }: MarkEditor<PinDraft>,
  size: Size,
) {
  /** Null: all required pins are set, presses add nothing. */
  const [tool, setTool] = useState<Tool | null>('axis')
  const [selected, setSelected] = useState<string | null>(null)

  const announceMove = (next: PinDraft, id: string) => {
    const placed = placedPins(next, size).find(({ pin }) => pin.id === id)
    announce(
      placed ? `${kindNames[placed.pin.kind]} ${placed.angle}°` : id === 'axis' ? '軸を動かしました' : '',
    )
  }
  const move = (id: string, to: Point, gesture: string | null) => {
    history.change((now) => movePin(now, id, to), gesture)
    announceMove(movePin(draft, id, to), id)
  }
  const place = (at: Point) => {
    if (tool === null) return
    const placed = placePin(draft, tool, at)
    history.change(() => placed.draft)
    setSelected(placed.id)
    announce(`${kindNames[tool]}を置きました`)
    if (tool !== 'middle') setTool(nextTool(placed.draft))
  }
  const remove = (id: string) => {
    history.change((now) => removePin(now, id))
    setSelected(null)
    stage.focus()
    announce('中間のピンを削除しました')
  }
  const problems = pinErrors(draft, size)
  /** Selects the first missing pin, at the cursor. */
  const toMissing = () => {
    const missing = nextTool(draft)
    if (missing) {
      setTool(missing)
      stage.focus()
      return
    }
    const id = draft.pins.find((pin) => problems[pin.id])?.id
    document.querySelector<HTMLElement>(`[data-value="${id}"]`)?.focus()
  }
  const chosen = selected === 'axis' ? draft.axis : draft.pins.find(({ id }) => id === selected)?.point
  const common = { draft, size, selected, readOnly, tool, onSelect: setSelected, onRemove: remove }
  const canvas: CanvasHandlers = {
    onTap: place,
    onDraw: (_, to, done) => done && place(to),
    onEnter: place,
  }
  return {
    setTool,
    problems,
    toMissing,
    canvas,
    nudge:
      chosen && selected && !readOnly
        ? (by: Point) => move(selected, { x: chosen.x + by.x, y: chosen.y + by.y }, `nudge-${selected}`)
        : null,
    /** Props of `ScalePinLayer`. */
    layer: {
      ...common,
      stage,
      onMove: move,
      onPlace(at: Point) {
        place(at)
        // Arrow keys must not move the pressed pin.
        stage.focus()
      },
    },
    /** Props of `ScalePinPanel`. */
    panel: {
      ...common,
      onTool: setTool,
      onValue: (id: string, text: string) =>
        history.change((now) => typePinValue(now, id, text), `value-${id}`),
    },
  }
}
