import { useState } from 'react'
import { type CategoryType, categoryType } from '../../../contract/categories.ts'
import { Bench } from './Bench.tsx'
import { BoxLayer } from './BoxLayer.tsx'
import { BoxPanel } from './BoxPanel.tsx'
import { areaDraftOf, type BoxDraft, noBoxes, proposedArea, writtenArea } from './boxes.ts'
import { boxHelp, boxHints } from './boxTexts.ts'
import { ColumnEnds } from './ColumnEnds.tsx'
import type { Size } from './geometry.ts'
import { PictureStage } from './PictureStage.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import type { Assist, Range } from './pins.ts'
import { StageTools } from './StageTools.tsx'
import { Trial } from './Trial.tsx'
import { type Digits, knownSettings } from './trial.ts'
import { useBoxes } from './useBoxes.ts'
import { useDirty } from './useDirty.ts'
import { useHistory } from './useHistory.ts'
import type { PictureBytes } from './usePicture.ts'
import { useProposal } from './useProposal.ts'
import { useReader } from './useReader.ts'
import { useRegistration } from './useRegistration.ts'
import { useStage } from './useStage.ts'
import { useTrial } from './useTrial.ts'

interface Props {
  picture: string
  /** Pixels of the picture. */
  size: Size
  bytes: () => Promise<PictureBytes>
  value: string | null
  category: CategoryType
  meterId: number | null
  range: Range
  digits: Digits
  /** The meter's AI assist setting, by which it is tried. */
  assist: Assist
  canvasSize?: number | undefined
  onRegister: (area: string) => Promise<void>
  onInitialise: () => Promise<void>
  onDirty: (dirty: boolean) => void
  onClose: () => void
}

const nameOf = () => '読取位置'

export function AreaEditor({
  picture,
  size,
  bytes,
  value,
  category,
  meterId,
  range,
  digits,
  assist,
  canvasSize,
  onRegister,
  onInitialise,
  onDirty,
  onClose,
}: Props) {
  const [stored] = useState(() => areaDraftOf(value))
  const [done, setDone] = useState(stored !== null)
  const history = useHistory<BoxDraft>(() => stored ?? noBoxes)
  const draft = history.present
  const [shown, setShown] = useState(false)
  const stage = useStage(size)
  const reader = useReader()
  const { settle } = useDirty(draft, !done, onDirty)
  const known = knownSettings({ category, range, digits })
  const { trial, run, cancel, leave } = useTrial({ reader, bytes, picture, meterId })
  const still = done || trial.state !== 'idle'
  const boxes = useBoxes({ stage, history, most: 1, still, nameOf })
  const isColumn = category === categoryType.level || category === categoryType.scale
  const proposal = useProposal({
    reader,
    bytes,
    wanted: { type: category, area: null, digitNumber: digits.digitNumber, range: known.range },
    atOnce: !done,
    onFound(found, asked) {
      // Who has begun to draw asks when they want a proposal.
      if (!asked && history.touched) return true
      const proposed = proposedArea(found, size)
      if (proposed === null) return false
      history.change(() => proposed)
      if (!asked) settle(proposed)
      boxes.setNews('読取位置の提案を表示しました')
      return true
    },
  })
  const { saving, register, initialise } = useRegistration({
    consequence: '読取位置設定を消去します。',
    onRegister,
    onInitialise,
    onRegistered: onClose,
    onInitialised() {
      setDone(false)
      setShown(false)
      leave()
      history.change(() => noBoxes)
      settle(noBoxes)
      boxes.setNews('初期化しました')
    },
  })
  const settled = (): string | null => {
    const written = done ? value : writtenArea(draft)
    setShown(written === null)
    if (written === null) stage.focus()
    return written
  }
  const tryOut = () => {
    const area = settled()
    if (area === null) return
    const { settings, pins } = assist
    run({ ...known, area, settings, axis: pins?.axis ?? null, radius: pins?.radius ?? null })
  }
  const hint = isColumn ? boxHints.column : boxHints.area
  return (
    <Bench
      done={done ? '読取位置設定済み' : null}
      saving={saving}
      canvasSize={canvasSize}
      news={boxes.news}
      onTry={tryOut}
      onRegister={() => {
        const area = settled()
        if (area !== null) void register(area)
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
            help={boxHelp}
            canvasSize={canvasSize}
            still={still}
            onEnter={boxes.onEnter}
            ground={boxes.ground}
          >
            <BoxLayer
              stage={stage}
              draft={draft}
              nameOf={nameOf}
              numbered={false}
              selected={boxes.selected}
              drawing={boxes.drawing}
              still={still}
              onSelect={boxes.setSelected}
              onChange={boxes.change}
              onRemove={boxes.remove}
            />
            {isColumn && known.range && (
              <ColumnEnds stage={stage} size={size} draft={draft} range={known.range} />
            )}
          </PictureStage>
          <StageTools stage={stage} history={still ? null : history} onNudge={boxes.nudge} />
        </>
      }
      panel={
        <BoxPanel
          draft={draft}
          tool={boxes.tool}
          selected={boxes.selected}
          still={still}
          problem={shown && draft.boxes.length === 0 ? '位置が未設定です' : null}
          hint={boxes.tool === 'move' ? boxHints.move : hint}
          note={
            isColumn && known.range === null
              ? '測定範囲が未登録です。登録するまで値は読み取られません。'
              : null
          }
          row={null}
          nameOf={nameOf}
          onTool={boxes.setTool}
          onSelect={boxes.setSelected}
          onRemove={boxes.remove}
          proposal={
            <ProposalNote
              proposal={proposal.state}
              standing={draft.proposed.length > 0}
              nothing="読み取る部分を見つけられませんでした。枠を描いてください。"
              onLook={proposal.look}
            />
          }
        />
      }
    />
  )
}
