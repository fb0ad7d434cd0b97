import type { Import } from '../../../contract/import/imports.ts'
import { StatusPill, type Tone } from '../../ui/text/StatusPill.tsx'

const states: Record<Import['state'], { tone: Tone; label: string }> = {
  draft: { tone: 'waiting', label: '確認中' },
  applying: { tone: 'waiting', label: '取り込み中' },
  applied: { tone: 'normal', label: '取り込み済' },
  undoing: { tone: 'waiting', label: '元に戻しています' },
  undone: { tone: 'neutral', label: '元に戻しました' },
}

/** How far an import is. */
export const ImportState = ({ state, isBulk }: Pick<Import, 'state'> & { isBulk: boolean }) => (
  <StatusPill tone={states[state].tone}>{(isBulk && ofBulk[state]) || states[state].label}</StatusPill>
)

const ofBulk: Partial<Record<Import['state'], string>> = {
  draft: '変更できませんでした',
  applying: '変更中',
  applied: '変更済',
}
