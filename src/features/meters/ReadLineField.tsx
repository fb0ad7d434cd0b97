import { TextInput } from '@mantine/core'
import { type CategoryType, isDigital } from '../../../contract/categories.ts'
import { maxReadLine } from '../../../contract/meters.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import type { MeterForm } from './useMeterForm.ts'

/** Lines are of counters and displays; a number that is there stays in sight whatever the category is by now. */
export const hasReadLine = (type: CategoryType | undefined, index: number | string | null): boolean =>
  (type !== undefined && isDigital(type)) || (index !== null && index !== '')

/** 読取行番号 */
export function ReadLineField({ form }: { form: MeterForm }) {
  const { categories } = useMasters('categories')
  const { categoryId, readLineIndex } = form.values
  const type = categories.find(({ id }) => id === categoryId)?.type
  if (!hasReadLine(type, readLineIndex)) return null
  return (
    <TextInput
      label="読取行番号"
      description={`複数の行を表示するメーターの、値がある行の番号（0 〜 ${maxReadLine}）。自動読取はまだこの番号を使いません。`}
      placeholder="未登録"
      inputMode="numeric"
      {...form.getInputProps('readLineIndex')}
    />
  )
}
