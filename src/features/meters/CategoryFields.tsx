import { Box, Select, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { isDigital } from '../../../contract/categories.ts'
import { hasCumulativeMode } from '../../../contract/values/cumulative.ts'
import { countsUp } from '../../lib/meters/countsUp.ts'
import { useMasters } from '../../lib/queries/masters.ts'
import { CategoryIcon } from '../../shared/categories/CategoryIcon.tsx'
import {
  CategorySelect,
  changeClearsSettings,
  confirmClearSettings,
} from '../../shared/categories/CategorySelect.tsx'
import { countedOf, cumulativeChoices, isCumulativeMode } from './cumulativeModes.ts'
import { DigitFields } from './DigitFields.tsx'
import type { MeterForm } from './useMeterForm.ts'

interface Props {
  form: MeterForm
  /** Whether the meter has readings, whose values a change of the decimals leaves as they are. */
  hasReadings: boolean
}

/** メーター種別, the number of digits of counters and displays, and whether and how the meter counts up. */
export function CategoryFields({ form, hasReadings }: Props) {
  const masters = useMasters('categories', 'units')
  const { categories } = masters
  const { categoryId, cumulativeMode, settings } = form.values
  const { resetField } = form
  const find = (id: number | null) => categories.find((each) => each.id === id)
  const chosen = find(categoryId)
  const counted = countedOf(form.values)
  const isCounting = countsUp(counted, masters)
  const isCountingByDefault = countsUp({ ...counted, cumulative_mode: 'auto' }, masters)
  // A multiplier that is not shown is neither saved nor refused.
  useEffect(() => {
    if (!isCounting) resetField('multiplier')
  }, [isCounting, resetField])

  const choose = async (id: number | null) => {
    const next = find(id)
    if (next === undefined) return
    const lost = changeClearsSettings(settings, chosen, next)
    if (lost && !(await confirmClearSettings(next))) return
    form.setFieldValue('categoryId', next.id)
    if (!lost) return
    form.setFieldValue('settings', null)
    form.setFieldValue('pins', null)
  }
  return (
    <>
      <CategorySelect
        label="メーター種別"
        withAsterisk
        categories={categories}
        own={categoryId}
        leftSection={chosen && <CategoryIcon category={chosen} />}
        {...form.getInputProps('categoryId')}
        onChange={(id) => void choose(id)}
      />
      {chosen && isDigital(chosen.type) && (
        <DigitFields
          values={form.values}
          digits={form.getInputProps('digitNumber')}
          decimals={form.getInputProps('decimalPoint')}
          onChange={(change) => form.setValues(change)}
        />
      )}
      {chosen && isDigital(chosen.type) && hasReadings && form.isDirty('decimalPoint') && (
        <Box component="p" c="var(--waiting-text)" fz="sm" role="status">
          これから読み取る写真は、新しい小数点以下の桁数で読み取ります。桁がずれている登録済みの測定値は、測定値の画面で修正してください。
        </Box>
      )}
      {chosen && hasCumulativeMode(chosen.type) && (
        <Select
          label="積算"
          description="増え続ける表示かどうか。「する」では、前回より小さい値を確認し、使用量を計算します"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDeselect={false}
          data={cumulativeChoices(isCountingByDefault)}
          value={cumulativeMode}
          onChange={(mode) => {
            if (isCumulativeMode(mode)) form.setFieldValue('cumulativeMode', mode)
          }}
        />
      )}
      {isCounting && (
        <TextInput
          label="倍率"
          description="使用量は、測定値の差に倍率を掛けたものです"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="decimal"
          {...form.getInputProps('multiplier')}
        />
      )}
    </>
  )
}
