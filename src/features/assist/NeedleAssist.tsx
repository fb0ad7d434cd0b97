import type { Pins } from '../../../contract/meters.ts'
import { parseArea } from '../../../reader/web/index.ts'
import { ScalePinLayer } from '../../shared/marks/ScalePinLayer.tsx'
import { ScalePinPanel } from '../../shared/marks/ScalePinPanel.tsx'
import {
  type Assist,
  noPins,
  type PinDraft,
  pinDraftOf,
  proposedPins,
  serializePins,
} from '../../shared/marks/scalePins.ts'
import { pinHelp, useScalePins } from '../../shared/marks/useScalePins.ts'
import { AssistWorkspace } from './AssistWorkspace.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { type EditorProps, useEditor } from './useEditor.ts'
import { useSettingProposal } from './useSettingProposal.ts'

export interface AssistProps extends EditorProps {
  value: Assist
  area: string | null
  onRegister: (next: Setting) => Promise<void>
}

interface Setting {
  settings: string
  pins: Pins | null
  /** By the number of boxes and dials; absent where they are too many. */
  digitNumber?: number
  /** Of counters and displays; null: not chosen. */
  decimalPoint?: number | null
}

export const initialised =
  'AIアシスト設定を消去します。設定し直すまで、このメーターは自動で読み取られません。'

/** Sets axis and pins of a needle's scale. */
export function NeedleAssist({ value, area, onRegister, ...props }: AssistProps) {
  const { size, category, range } = props
  const parsed = area === null ? null : parseArea(area)
  const position = parsed?.ok ? parsed.value : null
  const editor = useEditor<PinDraft, Setting>({
    props,
    stored: () => pinDraftOf(value, position, size),
    empty: () => noPins(range),
    consequence: initialised,
    onRegister,
    onCleared: () => pins.setTool('axis'),
  })
  const { stored, draft, done, showProblems, known, announce } = editor
  const pins = useScalePins(editor, size)
  const proposal = useSettingProposal(editor, {
    wanted: { type: category, area: position, digitNumber: null, range: known.range },
    draftOf: (found) => proposedPins(draft, found),
    onApplied() {
      pins.setTool(null)
      announce('ピンの提案を表示しました')
    },
  })
  const serialize = (): Setting | null => {
    if (!done) return serializePins(draft, size)
    return value.settings === null ? null : { settings: value.settings, pins: value.pins }
  }
  return (
    <AssistWorkspace
      editor={editor}
      done="AIアシスト設定済み"
      serialize={serialize}
      onMissing={pins.toMissing}
      settingsOf={({ settings, pins: placed }) => ({
        settings,
        area,
        axis: placed?.axis ?? null,
        radius: placed?.radius ?? null,
      })}
      help={pinHelp}
      canvas={pins.canvas}
      onNudge={pins.nudge}
      layers={<ScalePinLayer {...pins.layer} />}
      panel={
        <ScalePinPanel
          {...pins.panel}
          problems={showProblems ? pins.problems : {}}
          unplaced={stored !== null && value.pins === null && done}
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
