import { useState } from 'react'
import { maxDigits } from '../../../contract/meters.ts'
import { parseArea } from '../../../reader/web/index.ts'
import { BoxLayer } from '../../ui/marks/BoxLayer.tsx'
import { BoxPanel } from '../../ui/marks/BoxPanel.tsx'
import {
  boxDraftOf,
  distribute,
  maxBoxes,
  noBoxes,
  proposedBoxes,
  serializeBoxes,
} from '../../ui/marks/boxes.ts'
import { boxHelp, boxHints } from '../../ui/marks/boxTexts.ts'
import { useBoxes } from '../../ui/marks/useBoxes.ts'
import { AssistWorkspace } from './AssistWorkspace.tsx'
import { type AssistProps, initialised } from './NeedleAssist.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { useEditor } from './useEditor.ts'
import { useSettingProposal } from './useSettingProposal.ts'

const noDecimals = 'メーターの「小数点以下の桁数」が未登録です。整数として読み取ります。'

const nameOf = (number: number) => `${number}桁目`

/** The meter's number of digits by its boxes; empty when out of range. */
const digitsOf = (boxes: number) => (boxes >= 1 && boxes <= maxDigits ? { digitNumber: boxes } : {})

const drawnIn = (settings: string) => boxDraftOf(settings)?.boxes.length ?? 0

/** How registering changes the number of digits; null if unchanged. */
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

export function DigitAssist({ value, area, onRegister, ...props }: AssistProps) {
  const { category, digits } = props
  const parsed = area === null ? null : parseArea(area)
  const [count, setCount] = useState(digits.digitNumber)
  const editor = useEditor({
    props,
    stored: () => boxDraftOf(value.settings),
    empty: () => noBoxes,
    consequence: initialised,
    onRegister: (settings: string) => onRegister({ settings, pins: null, ...digitsOf(drawnIn(settings)) }),
  })
  const { draft, done, showProblems, stage, known, announce } = editor
  const boxes = useBoxes(editor, { max: maxBoxes, nameOf })
  const proposal = useSettingProposal(editor, {
    wanted: {
      type: category,
      area: parsed?.ok ? parsed.value : null,
      digitNumber: count,
      range: known.range,
    },
    draftOf: proposedBoxes,
    onApplied(proposed) {
      boxes.setSelected(null)
      announce(`${proposed.boxes.length}個の枠の提案を表示しました`)
    },
  })
  const missing = showProblems && draft.boxes.length === 0 ? '位置が未設定です' : null
  return (
    <AssistWorkspace
      editor={editor}
      done="AIアシスト設定済み"
      serialize={() => (done ? value.settings : serializeBoxes(draft))}
      onMissing={stage.focus}
      settingsOf={(settings) => ({ settings, area })}
      help={boxHelp}
      canvas={boxes.canvas}
      onNudge={boxes.nudge}
      layers={<BoxLayer {...boxes.layer} />}
      panel={
        <BoxPanel
          {...boxes.panel}
          problem={boxes.full ? `枠は ${maxBoxes} 個までです` : missing}
          hint={boxes.tool === 'move' ? boxHints.move : boxHints.digits}
          row={{
            count,
            note: done ? null : digitNote(draft.boxes.length, digits),
            onCount: setCount,
            onDistribute() {
              editor.history.change((now) => distribute(now, count ?? 0))
              boxes.setSelected(null)
              announce(`${count}個の枠を並べました`)
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
