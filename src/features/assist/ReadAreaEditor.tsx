import { categoryType } from '../../../contract/categories.ts'
import { BoxLayer } from '../../shared/marks/BoxLayer.tsx'
import { BoxPanel } from '../../shared/marks/BoxPanel.tsx'
import {
  areaDraftOf,
  areaFromAssist,
  noBoxes,
  proposedArea,
  serializeArea,
} from '../../shared/marks/boxes.ts'
import { boxHelp, boxHints } from '../../shared/marks/boxTexts.ts'
import type { Assist } from '../../shared/marks/scalePins.ts'
import { useBoxes } from '../../shared/marks/useBoxes.ts'
import { AssistWorkspace } from './AssistWorkspace.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import { RangeEndMarks } from './RangeEndMarks.tsx'
import { type EditorProps, useEditor } from './useEditor.ts'
import { useSettingProposal } from './useSettingProposal.ts'

interface Props extends EditorProps {
  value: string | null
  /** Used by the trial. */
  assist: Assist
  onRegister: (area: string) => Promise<void>
}

const nameOf = () => '読取位置'

export function ReadAreaEditor({ value, assist, onRegister, ...props }: Props) {
  const { size, category, digits } = props
  const editor = useEditor({
    props,
    stored: () => areaDraftOf(value),
    empty: () => noBoxes,
    consequence: '読取位置設定を消去します。',
    onRegister,
  })
  const { draft, done, showProblems, stage, known, announce } = editor
  const boxes = useBoxes(editor, { max: 1, nameOf })
  const proposal = useSettingProposal(editor, {
    wanted: { type: category, area: null, digitNumber: digits.digitNumber, range: known.range },
    derived: areaFromAssist(assist, size),
    draftOf: (found) => proposedArea(found, size),
    onApplied: () => announce('読取位置の提案を表示しました'),
  })
  const isColumn = category === categoryType.level || category === categoryType.scale
  const hint = isColumn ? boxHints.column : boxHints.area
  return (
    <AssistWorkspace
      editor={editor}
      done="読取位置設定済み"
      serialize={() => (done ? value : serializeArea(draft))}
      onMissing={stage.focus}
      settingsOf={(area) => ({
        area,
        settings: assist.settings,
        axis: assist.pins?.axis ?? null,
        radius: assist.pins?.radius ?? null,
      })}
      help={boxHelp}
      canvas={boxes.canvas}
      onNudge={boxes.nudge}
      layers={
        <>
          <BoxLayer {...boxes.layer} numbered={false} />
          {isColumn && known.range && <RangeEndMarks size={size} draft={draft} range={known.range} />}
        </>
      }
      panel={
        <BoxPanel
          {...boxes.panel}
          problem={showProblems && draft.boxes.length === 0 ? '位置が未設定です' : null}
          hint={boxes.tool === 'move' ? boxHints.move : hint}
          note={
            isColumn && known.range === null
              ? '測定範囲が未登録です。登録するまで値は読み取られません。'
              : null
          }
          row={null}
          proposal={
            <ProposalNote
              proposal={proposal}
              nothing="読み取る部分を見つけられませんでした。枠を描いてください。"
            />
          }
        />
      }
    />
  )
}
