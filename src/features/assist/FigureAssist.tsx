import { useState } from 'react'
import { parseArea } from '../../../reader/web/index.ts'
import { Bench } from './Bench.tsx'
import { BoxLayer } from './BoxLayer.tsx'
import { BoxPanel } from './BoxPanel.tsx'
import {
  type BoxDraft,
  boxDraftOf,
  mostBoxes,
  noBoxes,
  proposedBoxes,
  spread,
  writtenBoxes,
} from './boxes.ts'
import { boxHelp, boxHints } from './boxTexts.ts'
import { type AssistProps, initialised } from './NeedleAssist.tsx'
import { PictureStage } from './PictureStage.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { StageTools } from './StageTools.tsx'
import { Trial } from './Trial.tsx'
import { knownSettings } from './trial.ts'
import { useBoxes } from './useBoxes.ts'
import { useDirty } from './useDirty.ts'
import { useHistory } from './useHistory.ts'
import { useProposal } from './useProposal.ts'
import { useReader } from './useReader.ts'
import { useRegistration } from './useRegistration.ts'
import { useStage } from './useStage.ts'
import { useTrial } from './useTrial.ts'

const nameOf = (number: number) => `${number}桁目`

/** One rectangle a figure, from left to right. */
export function FigureAssist({
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
  const [stored] = useState(() => boxDraftOf(value.settings))
  const [done, setDone] = useState(stored !== null)
  const history = useHistory<BoxDraft>(() => stored ?? noBoxes)
  const draft = history.present
  const [count, setCount] = useState(digits.digitNumber)
  const [shown, setShown] = useState(false)
  const stage = useStage(size)
  const reader = useReader()
  const { settle } = useDirty(draft, !done, onDirty)
  const known = knownSettings({ category, range, digits })
  const { trial, run, cancel, leave } = useTrial({ reader, bytes, picture, meterId })
  const still = done || trial.state !== 'idle'
  const boxes = useBoxes({ stage, history, most: mostBoxes, still, nameOf })
  const proposal = useProposal({
    reader,
    bytes,
    wanted: {
      type: category,
      area: parsed?.ok ? parsed.value : null,
      digitNumber: count,
      range: known.range,
    },
    atOnce: !done,
    onFound(found, asked) {
      // Who has begun to draw asks when they want a proposal.
      if (!asked && history.touched) return true
      const proposed = proposedBoxes(found)
      if (proposed === null) return false
      history.change(() => proposed)
      if (!asked) settle(proposed)
      boxes.setSelected(null)
      boxes.setNews(`${proposed.boxes.length}個の枠の提案を表示しました`)
      return true
    },
  })
  const { saving, register, initialise } = useRegistration({
    consequence: initialised,
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
    const written = done ? value.settings : writtenBoxes(draft)
    setShown(written === null)
    if (written === null) stage.focus()
    return written
  }
  const tryOut = () => {
    const settings = settled()
    if (settings !== null) run({ ...known, settings, area })
  }
  const missing = shown && draft.boxes.length === 0 ? '位置が未設定です' : null
  return (
    <Bench
      done={done ? 'AIアシスト設定済み' : null}
      saving={saving}
      canvasSize={canvasSize}
      news={boxes.news}
      onTry={tryOut}
      onRegister={() => {
        const settings = settled()
        if (settings !== null) void register({ settings, pins: null })
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
              selected={boxes.selected}
              drawing={boxes.drawing}
              still={still}
              onSelect={boxes.setSelected}
              onChange={boxes.change}
              onRemove={boxes.remove}
            />
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
          problem={boxes.full ? `枠は ${mostBoxes} 個までです` : missing}
          hint={boxes.tool === 'move' ? boxHints.move : boxHints.figures}
          row={{
            count,
            wanted: digits.digitNumber,
            onCount: setCount,
            onSpread() {
              history.change((now) => spread(now, count ?? 0))
              boxes.setSelected(null)
              boxes.setNews(`${count}個の枠を並べました`)
            },
          }}
          nameOf={nameOf}
          onTool={boxes.setTool}
          onSelect={boxes.setSelected}
          onRemove={boxes.remove}
          proposal={
            <ProposalNote
              proposal={proposal.state}
              standing={draft.proposed.length > 0}
              nothing="数字の並びを見つけられませんでした。数字が正面から大きく写っていると見つかります。枠を描いてください。"
              onLook={proposal.look}
            />
          }
        />
      }
    />
  )
}
