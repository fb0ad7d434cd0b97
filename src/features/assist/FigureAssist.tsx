import { useState } from 'react'
import { maxDigits } from '../../../contract/meters.ts'
import { parseArea } from '../../../reader/web/index.ts'
import { Bench } from './Bench.tsx'
import { BoxLayer } from './BoxLayer.tsx'
import { BoxPanel } from './BoxPanel.tsx'
import { boxDraftOf, mostBoxes, noBoxes, proposedBoxes, spread, writtenBoxes } from './boxes.ts'
import { boxHelp, boxHints } from './boxTexts.ts'
import { type AssistProps, initialised } from './NeedleAssist.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { useBoxes } from './useBoxes.ts'
import { useEditor } from './useEditor.ts'
import { useProposal } from './useProposal.ts'

const noDecimals = 'メーターの「小数点以下の桁数」が未登録です。整数として読み取ります。'

const nameOf = (number: number) => `${number}桁目`

/** The number of figures that boxes make the meter’s own; none where no meter has so many. */
const digitsOf = (boxes: number) => (boxes >= 1 && boxes <= maxDigits ? { digitNumber: boxes } : {})

const drawnIn = (settings: string) => boxDraftOf(settings)?.boxes.length ?? 0

/** What registering does to the meter’s number of figures; null where it stays. */
function digitNote(
  boxes: number,
  { digitNumber: known, decimalPoint }: AssistProps['digits'],
): string | null {
  if (boxes === 0 || boxes === known) return null
  const differing = known === null ? '' : `枠は ${boxes} 個、メーターの桁数は ${known} 桁です。`
  if (digitsOf(boxes).digitNumber === undefined) return `${differing}桁数は ${maxDigits} 桁までです。`
  const decimals = decimalPoint !== null && decimalPoint > boxes ? '小数点以下の桁数は未登録になります。' : ''
  return `${differing}登録すると、メーターの桁数は ${boxes} 桁になります。${decimals}`
}

/** One rectangle a figure, from left to right. */
export function FigureAssist({ value, area, onRegister, ...given }: AssistProps) {
  const { category, digits } = given
  const parsed = area === null ? null : parseArea(area)
  const [count, setCount] = useState(digits.digitNumber)
  const editor = useEditor({
    given,
    stored: () => boxDraftOf(value.settings),
    empty: () => noBoxes,
    consequence: initialised,
    onRegister: (settings: string) => onRegister({ settings, pins: null, ...digitsOf(drawnIn(settings)) }),
  })
  const { draft, done, strict, stage, known, setNews } = editor
  const boxes = useBoxes(editor, { most: mostBoxes, nameOf })
  const proposal = useProposal(editor, {
    wanted: {
      type: category,
      area: parsed?.ok ? parsed.value : null,
      digitNumber: count,
      range: known.range,
    },
    draftOf: proposedBoxes,
    onTaken(proposed) {
      boxes.setSelected(null)
      setNews(`${proposed.boxes.length}個の枠の提案を表示しました`)
    },
  })
  const missing = strict && draft.boxes.length === 0 ? '位置が未設定です' : null
  return (
    <Bench
      editor={editor}
      done="AIアシスト設定済み"
      written={() => (done ? value.settings : writtenBoxes(draft))}
      onMissing={stage.focus}
      settingsOf={(settings) => ({ settings, area })}
      help={boxHelp}
      ground={boxes.ground}
      onEnter={boxes.onEnter}
      onNudge={boxes.nudge}
      layers={<BoxLayer {...boxes.layer} />}
      panel={
        <BoxPanel
          {...boxes.panel}
          problem={boxes.full ? `枠は ${mostBoxes} 個までです` : missing}
          hint={boxes.tool === 'move' ? boxHints.move : boxHints.figures}
          row={{
            count,
            note: done ? null : digitNote(draft.boxes.length, digits),
            onCount: setCount,
            onSpread() {
              editor.history.change((now) => spread(now, count ?? 0))
              boxes.setSelected(null)
              setNews(`${count}個の枠を並べました`)
            },
          }}
          note={digits.decimalPoint === null ? noDecimals : null}
          proposal={
            <ProposalNote
              proposal={proposal}
              nothing="数字の並びを見つけられませんでした。数字が正面から大きく写っていると見つかります。枠を描いてください。"
            />
          }
        />
      }
    />
  )
}
