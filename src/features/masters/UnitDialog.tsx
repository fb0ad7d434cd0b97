import type { ComponentProps } from 'react'
import { categoryType } from '../../../contract/categories.ts'
import type { Unit } from '../../../contract/units.ts'
import { isCumulative } from '../../../contract/values/cumulative.ts'
import { countedMeters } from './masterTexts.ts'
import { NameDialog } from './NameDialog.tsx'

interface Props extends Pick<ComponentProps<typeof NameDialog>, 'onSave' | 'onClose'> {
  /** Null: a new one. */
  row: Unit | null
  /** How many meters have it; undefined: not known. */
  used: number | undefined
}

export const UnitDialog = ({ row, used, ...props }: Props) => (
  <NameDialog
    {...props}
    label="単位"
    row={row}
    effectOf={(name) => row && renameEffect({ from: row.name, to: name, used })}
  />
)

interface Rename {
  from: string
  to: string
  used: number | undefined
}

/** What another name does to the meters that have the unit; null: nothing. */
function renameEffect({ from, to, used }: Rename): string | null {
  if (used === 0) return null
  const shown = `この単位の${countedMeters(used)}と、その測定値の単位が「${to}」に変わります。保存されている数値は換算しません。`
  const counts = isCountedUnit(to)
  if (counts === isCountedUnit(from)) return shown
  return `${shown}積算が「自動」の表示器は、使用量を計算${counts ? 'するようになります' : 'しなくなります'}。`
}

const isCountedUnit = (unit: string) =>
  isCumulative(categoryType.segment, { mode: 'auto', unit, range: null })
