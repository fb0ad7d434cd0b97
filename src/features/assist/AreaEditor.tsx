import { categoryType } from '../../../contract/categories.ts'
import { Bench } from './Bench.tsx'
import { BoxLayer } from './BoxLayer.tsx'
import { BoxPanel } from './BoxPanel.tsx'
import { areaDraftOf, assistedArea, noBoxes, proposedArea, writtenArea } from './boxes.ts'
import { boxHelp, boxHints } from './boxTexts.ts'
import { ColumnEnds } from './ColumnEnds.tsx'
import { ProposalNote } from './ProposalNote.tsx'
import type { Assist } from './pins.ts'
import { useBoxes } from './useBoxes.ts'
import { type EditorProps, useEditor } from './useEditor.ts'
import { useProposal } from './useProposal.ts'

interface Props extends EditorProps {
  value: string | null
  /** The meter's AI assist setting, by which it is tried. */
  assist: Assist
  onRegister: (area: string) => Promise<void>
}

const nameOf = () => '読取位置'

/** One rectangle: where the reader looks. */
export function AreaEditor({ value, assist, onRegister, ...given }: Props) {
  const { size, category, digits } = given
  const editor = useEditor({
    given,
    stored: () => areaDraftOf(value),
    empty: () => noBoxes,
    consequence: '読取位置設定を消去します。',
    onRegister,
  })
  const { draft, done, strict, stage, known, setNews } = editor
  const boxes = useBoxes(editor, { most: 1, nameOf })
  const proposal = useProposal(editor, {
    wanted: { type: category, area: null, digitNumber: digits.digitNumber, range: known.range },
    settled: assistedArea(assist, size),
    draftOf: (found) => proposedArea(found, size),
    onTaken: () => setNews('読取位置の提案を表示しました'),
  })
  const isColumn = category === categoryType.level || category === categoryType.scale
  const hint = isColumn ? boxHints.column : boxHints.area
  return (
    <Bench
      editor={editor}
      done="読取位置設定済み"
      written={() => (done ? value : writtenArea(draft))}
      onMissing={stage.focus}
      settingsOf={(area) => ({
        area,
        settings: assist.settings,
        axis: assist.pins?.axis ?? null,
        radius: assist.pins?.radius ?? null,
      })}
      help={boxHelp}
      ground={boxes.ground}
      onEnter={boxes.onEnter}
      onNudge={boxes.nudge}
      layers={
        <>
          <BoxLayer {...boxes.layer} numbered={false} />
          {isColumn && known.range && (
            <ColumnEnds stage={stage} size={size} draft={draft} range={known.range} />
          )}
        </>
      }
      panel={
        <BoxPanel
          {...boxes.panel}
          problem={strict && draft.boxes.length === 0 ? '位置が未設定です' : null}
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
