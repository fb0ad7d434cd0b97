import { useState } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Pins } from '../../../contract/meters.ts'
import { type Point, parseArea } from '../../../reader/web/index.ts'
import { Bench } from './Bench.tsx'
import type { Size } from './geometry.ts'
import { PictureStage } from './PictureStage.tsx'
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
  placedPins,
  placePin,
  problemsOf,
  proposedPins,
  type Range,
  removePin,
  type Tool,
  typePinValue,
  writtenPins,
} from './pins.ts'
import { StageTools } from './StageTools.tsx'
import { Trial } from './Trial.tsx'
import { type Digits, knownSettings } from './trial.ts'
import { useDirty } from './useDirty.ts'
import { useHistory } from './useHistory.ts'
import type { PictureBytes } from './usePicture.ts'
import { useProposal } from './useProposal.ts'
import { useReader } from './useReader.ts'
import { useRegistration } from './useRegistration.ts'
import { useStage } from './useStage.ts'
import { useTrial } from './useTrial.ts'

export interface AssistProps {
  picture: string
  /** Pixels of the picture. */
  size: Size
  bytes: () => Promise<PictureBytes>
  category: CategoryType
  value: Assist
  range: Range
  digits: Digits
  area: string | null
  meterId: number | null
  canvasSize?: number | undefined
  onRegister: (next: { settings: string; pins: Pins | null }) => Promise<void>
  onInitialise: () => Promise<void>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

export const initialised =
  'AIアシスト設定を消去します。設定し直すまで、このメーターは自動で読み取られません。'

const help =
  '矢印キーで画像の移動、プラスとマイナスで拡大と縮小、Enter で選択中のピンを中央に置きます。Tab でピンへ移り、矢印キーで1、Shift と矢印キーで10ピクセル動かします。'

/** Axis and pins of a needle's scale. */
export function NeedleAssist({
  picture,
  size,
  bytes,
  category,
  value,
  range,
  digits,
  area,
  meterId,
  canvasSize,
  onRegister,
  onInitialise,
  onDirty,
  onClose,
}: AssistProps) {
  const parsed = area === null ? null : parseArea(area)
  const position = parsed?.ok ? parsed.value : null
  const [stored] = useState(() => pinDraftOf(value, position, size))
  const [done, setDone] = useState(stored !== null)
  const history = useHistory<PinDraft>(() => stored ?? noPins(range))
  const draft = history.present
  /** Null: all that must be placed is; a press on the picture by mistake places nothing. */
  const [tool, setTool] = useState<Tool | null>('axis')
  const [selected, setSelected] = useState<string | null>(null)
  const [shown, setShown] = useState(false)
  const [news, setNews] = useState('')
  const stage = useStage(size)
  const reader = useReader()
  const { settle } = useDirty(draft, !done, onDirty)
  const known = knownSettings({ category, range, digits })
  const { trial, run, cancel, leave } = useTrial({ reader, bytes, picture, meterId })
  const still = done || trial.state !== 'idle'
  const proposal = useProposal({
    reader,
    bytes,
    wanted: { type: category, area: position, digitNumber: null, range: known.range },
    atOnce: !done,
    onFound(found, asked) {
      // Who has begun to place pins asks when they want a proposal.
      if (!asked && history.touched) return true
      const proposed = proposedPins(draft, found)
      if (proposed === null) return false
      history.change(() => proposed)
      if (!asked) settle(proposed)
      setTool(null)
      setNews('ピンの提案を表示しました')
      return true
    },
  })
  const { saving, register, initialise } = useRegistration({
    consequence: initialised,
    onRegister,
    onInitialise,
    onRegistered: onClose,
    onInitialised() {
      const empty = noPins(range)
      setDone(false)
      setShown(false)
      setTool('axis')
      leave()
      history.change(() => empty)
      settle(empty)
      setNews('初期化しました')
    },
  })

  const tell = (next: PinDraft, id: string) => {
    const placed = placedPins(next, size).find(({ pin }) => pin.id === id)
    setNews(
      placed ? `${kindNames[placed.pin.kind]} ${placed.angle}°` : id === 'axis' ? '軸を動かしました' : '',
    )
  }
  const move = (id: string, to: Point, mark: string | null) => {
    history.change((now) => movePin(now, id, to), mark)
    tell(movePin(draft, id, to), id)
  }
  const place = (at: Point) => {
    if (still || tool === null) return
    const placed = placePin(draft, tool, at)
    history.change(() => placed.draft)
    setSelected(placed.id)
    setNews(`${kindNames[tool]}を置きました`)
    if (tool !== 'middle') setTool(nextTool(placed.draft))
  }
  const remove = (id: string) => {
    history.change((now) => removePin(now, id))
    setSelected(null)
    stage.focus()
    setNews('中間のピンを削除しました')
  }
  const problems = problemsOf(draft, size)
  /** What is stored or could be; else what is missing is shown, the first of it at the cursor. */
  const settled = () => {
    const written = done ? { settings: value.settings, pins: value.pins } : writtenPins(draft, size)
    if (written?.settings != null) return { settings: written.settings, pins: written.pins }
    setShown(true)
    const missing = nextTool(draft)
    if (missing) {
      setTool(missing)
      stage.focus()
    } else {
      const id = draft.pins.find((pin) => problems[pin.id])?.id
      document.querySelector<HTMLElement>(`[data-value="${id}"]`)?.focus()
    }
    return null
  }
  const tryOut = () => {
    const written = settled()
    if (written === null) return
    const { settings, pins } = written
    run({ ...known, settings, area, axis: pins?.axis ?? null, radius: pins?.radius ?? null })
  }
  const chosen = selected === 'axis' ? draft.axis : draft.pins.find(({ id }) => id === selected)?.point
  return (
    <Bench
      done={done ? 'AIアシスト設定済み' : null}
      saving={saving}
      canvasSize={canvasSize}
      news={news}
      onTry={tryOut}
      onRegister={() => {
        const written = settled()
        if (written) void register(written)
      }}
      onInitialise={() => void initialise()}
      onUndo={history.undo}
      onRedo={history.redo}
      trial={
        trial.state !== 'idle' && <Trial trial={trial} onAgain={tryOut} onCancel={cancel} onBack={leave} />
      }
      stage={
        <>
          <PictureStage
            stage={stage}
            picture={picture}
            label="メーター画像"
            help={help}
            canvasSize={canvasSize}
            still={still}
            onEnter={() => place(stage.centre())}
            ground={{
              pans: still || stage.scale > 1,
              onTap: place,
              onDrag: (_, to, over) => over && place(to),
              onDragCancel: () => undefined,
            }}
          >
            <PinLayer
              stage={stage}
              draft={draft}
              size={size}
              selected={selected}
              still={still}
              onSelect={setSelected}
              onMove={move}
              onRemove={remove}
            />
          </PictureStage>
          <StageTools
            stage={stage}
            history={still ? null : history}
            onNudge={
              chosen && selected && !still
                ? ({ x, y }) =>
                    move(
                      selected,
                      { x: chosen.x + x * stage.perPixel.x, y: chosen.y + y * stage.perPixel.y },
                      `nudge-${selected}`,
                    )
                : null
            }
          />
        </>
      }
      panel={
        <PinPanel
          draft={draft}
          size={size}
          tool={tool}
          selected={selected}
          problems={shown ? problems : {}}
          still={still}
          unplaced={stored !== null && value.pins === null && done}
          onTool={setTool}
          onSelect={setSelected}
          onValue={(id, text) => history.change((now) => typePinValue(now, id, text), `value-${id}`)}
          onRemove={remove}
          proposal={
            <ProposalNote
              proposal={proposal.state}
              standing={draft.proposed.length > 0}
              nothing="目盛を見つけられませんでした。文字盤が正面から大きく写っていると見つかります。軸から順に置いてください。"
              onLook={proposal.look}
            />
          }
        />
      }
    />
  )
}
