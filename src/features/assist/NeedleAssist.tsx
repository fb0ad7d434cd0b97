import { useState } from 'react'
import type { Pins } from '../../../contract/meters.ts'
import { type Point, parseArea } from '../../../reader/web/index.ts'
import { PinLayer } from './PinLayer.tsx'
import { PinPanel } from './PinPanel.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import {
  type Assist,
  kindNames,
  movePin,
  nextTool,
  noPins,
  type PinDraft,
  pinDraftOf,
  pinErrors,
  placedPins,
  placePin,
  proposedPins,
  removePin,
  serializePins,
  type Tool,
  typePinValue,
} from './pins.ts'
import { type EditorProps, useEditor } from './useEditor.ts'
import { useSettingProposal } from './useSettingProposal.ts'
import { Workspace } from './Workspace.tsx'

export interface AssistProps extends EditorProps {
  value: Assist
  area: string | null
  onRegister: (next: Setting) => Promise<void>
}

interface Setting {
  settings: string
  pins: Pins | null
  /** By the number of boxes; absent where they are too many. */
  digitNumber?: number
}

export const initialised =
  'AIアシスト設定を消去します。設定し直すまで、このメーターは自動で読み取られません。'

const help =
  '矢印キーで画像の移動、プラスとマイナスで拡大と縮小、Enter で選択中のピンを中央に置きます。Tab でピンへ移り、矢印キーで1、Shift と矢印キーで10ピクセル動かします。'

/** Sets axis and pins of a needle's scale. */
export function NeedleAssist({ value, area, onRegister, ...props }: AssistProps) {
  const { size, category, range } = props
  const parsed = area === null ? null : parseArea(area)
  const position = parsed?.ok ? parsed.value : null
  /** Null: all required pins are set, presses add nothing. */
  const [tool, setTool] = useState<Tool | null>('axis')
  const [selected, setSelected] = useState<string | null>(null)
  const editor = useEditor<PinDraft, Setting>({
    props,
    stored: () => pinDraftOf(value, position, size),
    empty: () => noPins(range),
    consequence: initialised,
    onRegister,
    onCleared: () => setTool('axis'),
  })
  const { stored, draft, history, done, showProblems, readOnly, stage, known, announce } = editor
  const proposal = useSettingProposal(editor, {
    wanted: { type: category, area: position, digitNumber: null, range: known.range },
    draftOf: (found) => proposedPins(draft, found),
    onApplied() {
      setTool(null)
      announce('ピンの提案を表示しました')
    },
  })

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
  const serialize = (): Setting | null => {
    if (!done) return serializePins(draft, size)
    return value.settings === null ? null : { settings: value.settings, pins: value.pins }
  }
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
  return (
    <Workspace
      editor={editor}
      done="AIアシスト設定済み"
      serialize={serialize}
      onMissing={toMissing}
      settingsOf={({ settings, pins }) => ({
        settings,
        area,
        axis: pins?.axis ?? null,
        radius: pins?.radius ?? null,
      })}
      help={help}
      canvas={{
        onTap: place,
        onDraw: (_, to, done) => done && place(to),
        onEnter: place,
      }}
      onNudge={
        chosen && selected && !readOnly
          ? (by) => move(selected, { x: chosen.x + by.x, y: chosen.y + by.y }, `nudge-${selected}`)
          : null
      }
      layers={
        <PinLayer
          stage={stage}
          draft={draft}
          size={size}
          selected={selected}
          readOnly={readOnly}
          tool={tool}
          onPlace={(at) => {
            place(at)
            // Arrow keys must not move the pressed pin.
            stage.focus()
          }}
          onSelect={setSelected}
          onMove={move}
          onRemove={remove}
        />
      }
      panel={
        <PinPanel
          draft={draft}
          size={size}
          tool={tool}
          selected={selected}
          problems={showProblems ? problems : {}}
          readOnly={readOnly}
          unplaced={stored !== null && value.pins === null && done}
          onTool={setTool}
          onSelect={setSelected}
          onValue={(id, text) => history.change((now) => typePinValue(now, id, text), `value-${id}`)}
          onRemove={remove}
          proposal={
            <ProposalNote
              proposal={proposal}
              nothing="目盛を見つけられませんでした。文字盤が正面から大きく写っていると見つかります。軸から順に置いてください。"
            />
          }
        />
      }
    />
  )
}
