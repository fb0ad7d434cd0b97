import { Stack } from '@mantine/core'
import { useState } from 'react'
import { categoryType } from '../../../contract/categories.ts'
import { maxDigits } from '../../../contract/meters.ts'
import { dialDecimals, parseArea } from '../../../reader/web/index.ts'
import { earlierReadingsQuery } from '../../lib/queries/readings.ts'
import { BoxLayer } from '../../shared/marks/BoxLayer.tsx'
import { BoxPanel } from '../../shared/marks/BoxPanel.tsx'
import { distribute, maxBoxes, proposedBoxes } from '../../shared/marks/boxes.ts'
import { boxHelp, boxHints } from '../../shared/marks/boxTexts.ts'
import { DialLayer } from '../../shared/marks/DialLayer.tsx'
import { DialPanel } from '../../shared/marks/DialPanel.tsx'
import {
  type CounterDraft,
  counterDraftOf,
  hasGap,
  maxDials,
  noPlaces,
  serializeCounter,
} from '../../shared/marks/dials.ts'
import { useBoxes } from '../../shared/marks/useBoxes.ts'
import { useDials } from '../../shared/marks/useDials.ts'
import { EarlierReadings } from '../../shared/readings/EarlierReadings.tsx'
import { AssistWorkspace } from './AssistWorkspace.tsx'
import { DecimalsField } from './DecimalsField.tsx'
import { type AssistProps, initialised } from './NeedleAssist.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { RegisteredValue } from './RegisteredValue.tsx'
import { useDigitPreview, useRedDigits } from './useDigitPreview.ts'
import { useEditor } from './useEditor.ts'
import { useSettingProposal } from './useSettingProposal.ts'

const gap = '針の倍率は、×0.1、×0.01 のように続けてください'

const nameOf = (number: number) => `${number}桁目`

const figuresIn = ({ boxes, dials }: CounterDraft) => boxes.length + dials.length

/** What the meter's digits leave for drums; null: not known. */
const drumsOf = (digitNumber: number | null, { dials }: CounterDraft) =>
  digitNumber === null ? null : Math.max(1, digitNumber - dials.length)

/** The meter's digits by its boxes and dials; empty when out of range. */
function digitsOf(settings: string) {
  const digits = figuresIn(counterDraftOf(settings) ?? noPlaces)
  return digits >= 1 && digits <= maxDigits ? { digitNumber: digits } : {}
}

/** How registering changes the number of digits; null if unchanged. */
function digitNote(
  draft: CounterDraft,
  { digitNumber: known, decimalPoint }: AssistProps['digits'],
): string | null {
  const { boxes, dials } = draft
  const digits = figuresIn(draft)
  const decimals = dialDecimals(serializeCounter(draft)) ?? decimalPoint
  if (boxes.length === 0 || (digits === known && decimals === decimalPoint)) return null
  const drawn =
    dials.length === 0 ? `枠は ${boxes.length} 個` : `枠は ${boxes.length} 個、針は ${dials.length} 本`
  const differing = known === null ? '' : `${drawn}、メーターの桁数は ${known} 桁です。`
  if (digits > maxDigits) return `${differing}桁数は ${maxDigits} 桁までです。`
  const becoming = decimals === decimalPoint ? '' : `、小数点以下の桁数は ${decimals} 桁`
  const lost = decimals !== null && decimals > digits ? '小数点以下の桁数は未登録になります。' : ''
  return `${differing}登録すると、メーターの桁数は ${digits} 桁${becoming}になります。${lost}`
}

export function DigitAssist({ value, area, onRegister, ...props }: AssistProps) {
  const { category, digits, size } = props
  const parsed = area === null ? null : parseArea(area)
  const editor = useEditor<CounterDraft, string>({
    props,
    stored: () => counterDraftOf(value.settings),
    empty: () => noPlaces,
    consequence: initialised,
    onRegister: (settings): Promise<void> =>
      onRegister({ settings, pins: null, ...digitsOf(settings), decimalPoint: decimals }),
  })
  const { draft, done, showProblems, stage, known, announce } = editor
  const [typed, setTyped] = useState<{ count: number | null } | null>(null)
  const drums = editor.stored?.boxes.length ?? drumsOf(digits.digitNumber, draft)
  /** In the row, without dials. */
  const count = typed ? typed.count : drums
  const settings = done ? value.settings : serializeCounter(draft)
  const byDials = dialDecimals(settings)
  const red = useRedDigits(props.bytes, byDials === null ? settings : null)
  const [chosen, setChosen] = useState<{ decimals: number | null } | null>(null)
  const initial = digits.decimalPoint ?? red
  const wanted = chosen ? chosen.decimals : initial
  const decimals = byDials ?? (wanted !== null && wanted <= figuresIn(draft) ? wanted : null)
  const readBy = (settings: string | null) => ({ settings, area, decimalPoint: decimals })
  const preview = useDigitPreview(editor.reader, props.bytes, { ...known, ...readBy(settings) })
  const selection = useState<string | null>(null)
  const boxes = useBoxes(
    {
      ...editor,
      history: {
        change: (next, gesture) =>
          editor.history.change((now) => ({ ...next(now), dials: now.dials }), gesture),
      },
    },
    { max: maxBoxes, nameOf, selection },
  )
  const dials = useDials(editor, { size, selection })
  const proposal = useSettingProposal(editor, {
    wanted: {
      type: category,
      area: parsed?.ok ? parsed.value : null,
      digitNumber: count,
      range: known.range,
    },
    draftOf(found) {
      const proposed = proposedBoxes(found)
      return proposed && { ...proposed, dials: draft.dials }
    },
    onApplied(proposed) {
      boxes.setSelected(null)
      announce(`${proposed.boxes.length}個の枠の提案を表示しました`)
    },
  })
  const missing = showProblems && draft.boxes.length === 0 ? '位置が未設定です' : null
  const isCounter = category === categoryType.counter
  const hints = { draw: boxHints.digits, dial: boxHints.dial, move: boxHints.move }
  const shown = { unit: props.unit ?? '', isCounted: false }
  const isFull = draft.dials.length === maxDials && boxes.tool === 'dial'
  return (
    <AssistWorkspace
      editor={editor}
      done="AIアシスト設定済み"
      serialize={() => settings}
      onMissing={stage.focus}
      settingsOf={readBy}
      help={boxHelp}
      canvas={boxes.tool === 'dial' ? dials.canvas : boxes.canvas}
      onNudge={dials.nudge ?? boxes.nudge}
      layers={
        <>
          <BoxLayer {...boxes.layer} />
          <DialLayer {...dials.layer} />
        </>
      }
      panel={
        <BoxPanel
          {...boxes.panel}
          problem={boxes.full ? `枠は ${maxBoxes} 個までです` : missing}
          hint={isFull ? `針は ${maxDials} 本までです。` : hints[boxes.tool]}
          row={{
            count,
            note: done ? null : digitNote(draft, digits),
            onCount: (next) => setTyped({ count: next }),
            onDistribute() {
              editor.history.change((now) => ({ ...distribute(now, count ?? 0), dials: now.dials }))
              boxes.setSelected(null)
              announce(`${count}個の枠を並べました`)
            },
          }}
          dials={
            isCounter ? (
              <DialPanel {...dials.panel} problem={showProblems && hasGap(draft.dials) ? gap : null} />
            ) : undefined
          }
          decimals={
            figuresIn(draft) > 0 && (
              <Stack gap={8}>
                {!done && byDials === null && (
                  <DecimalsField
                    decimals={decimals}
                    red={red}
                    digits={figuresIn(draft)}
                    isUnsaved={chosen !== null && chosen.decimals !== initial}
                    isReading={preview.state === 'reading'}
                    onChange={(next) => setChosen({ decimals: next })}
                  />
                )}
                <RegisteredValue preview={preview} decimals={decimals} unit={props.unit} />
                {!done && props.hasReadings && props.meterId !== null && (
                  <EarlierReadings
                    query={earlierReadingsQuery(props.meterId)}
                    before={{ ...shown, decimals: digits.decimalPoint }}
                    after={{ ...shown, decimals }}
                  />
                )}
              </Stack>
            )
          }
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
