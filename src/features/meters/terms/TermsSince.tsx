import { Radio, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import type { Meter } from '../../../../contract/meters.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { termsQuery } from '../../../lib/queries/meterTerms.ts'
import { PastTimePicker } from '../../../ui/form/PastTimePicker.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { localOfInstant } from '../../../ui/text/localTime.ts'
import type { MeterForm } from '../useMeterForm.ts'
import { TermsEffectNote } from './TermsEffectNote.tsx'
import { isSince, startOfToday, termsChangeOf } from './termsChange.ts'
import { startText } from './termsText.ts'

interface Props {
  form: MeterForm
  meter: Meter
  unit: string
}

/** いつから: from when on another multiplier or number of digits applies, and which months change with it. */
export function TermsSince({ form, meter, unit }: Props) {
  const zone = use(TimeZone)
  const masters = useMasters('categories', 'units')
  const { data } = useQuery(termsQuery(meter.id))
  const change = termsChangeOf(meter, form.values, masters, data, zone)
  const begun = data?.[0]?.valid_from
  const choose = (since: string) => {
    if (!isSince(since)) return
    const { termsDate } = form.values
    form.setValues({ termsSince: since, termsDate: termsDate ?? startOfToday(zone) })
    form.clearFieldError('termsSince')
  }
  return (
    <>
      {change && (
        <Radio.Group
          label="いつから"
          description="倍率と桁数の変更を適用する時期です"
          {...form.getInputProps('termsSince')}
          value={change.since}
          onChange={choose}
        >
          <Stack gap="sm" mt="xs">
            {change.canBeginToday && <Radio value="today" label="今日から" />}
            <Radio
              value="newest"
              label={
                begun === null
                  ? '過去の値も含めてすべて'
                  : `今の設定の始まり${begun === undefined ? '' : `（${startText(begun, zone)}）`}からすべて`
              }
            />
            <Radio value="date" label="日付を指定" />
          </Stack>
        </Radio.Group>
      )}
      {change?.since === 'date' && (
        <PastTimePicker
          title="いつから"
          label="適用の開始"
          withAsterisk
          placeholder="日時を選択"
          {...(begun != null && { minDate: localOfInstant(Date.parse(begun), zone) })}
          {...form.getInputProps('termsDate')}
        />
      )}
      <TermsEffectNote
        meterId={meter.id}
        asked={change?.asked ?? null}
        unit={unit}
        unitBefore={nameIn(masters.units, meter.meter_unit_id)}
        decimals={form.values.decimalPoint}
      />
    </>
  )
}
