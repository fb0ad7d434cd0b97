import { useQueryClient } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { isDigital } from '../../../../contract/categories.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../../contract/consumption.ts'
import type { Doubt } from '../../../../contract/doubts.ts'
import { correctedNow } from '../../../lib/clockOffset.ts'
import { confirmImplausibleValue } from '../../../lib/confirmImplausibleValue.ts'
import { useReplacementsOf, withReplacements } from '../../../lib/heldReplacements.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { useCreateReading } from '../../../lib/queries/readingMutations.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import { instantOfLocal } from '../../../ui/chart/localTime.ts'
import { base64Of } from '../../../ui/form/compressForUpload.ts'
import { type SubmitForm, useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { TimeZone } from '../../../ui/text/currentMinute.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { type EntryValues, emptyEntry, entrySchema, isEarlier } from './entryForm.ts'

/** Server issues by form field. */
const fields = { meter_id: 'meterId', created_at: 'measuredAt' }

/** Form of an entry, sent once however often retried; `goesOn`: the next one follows, at the same time. */
export function useEntry(
  meterId: number | undefined,
  goesOn: boolean,
  onClose: () => void,
): SubmitForm<EntryValues> {
  const zone = use(TimeZone)
  const { meters, categories, units } = useMasters('meters', 'categories', 'units')
  const replacementsOf = useReplacementsOf()
  const client = useQueryClient()
  const creation = useCreateReading()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const rules = entrySchema(correctedNow, zone)
  const confirmedDoubts = useRef<Doubt[]>([])
  const entry = useSubmitForm<EntryValues>({
    initialValues: emptyEntry(meterId, correctedNow(), zone),
    schema: rules,
    fields,
    failed: 'メーター値を登録できませんでした',
    askedField: 'value',
    confirm: async ({ meterId: of, value: typed, measuredAt }) => {
      const told = meters.find(({ id }) => id === of)
      const meter = told && withReplacements(told, replacementsOf(told))
      const type = categories.find(({ id }) => id === meter?.meter_category_id)?.type
      const value = parseNumberValue(typed)
      confirmedDoubts.current = []
      if (meter === undefined || type === undefined || value === undefined || value === null) return true
      const { digit_number: digits, decimal_point: decimals } = meter
      if (isDigital(type) && exceedsDigits(value, { digits, decimals })) {
        entry.form.setFieldError('value', exceedsDigitsText)
        return false
      }
      const around =
        measuredAt !== null && isEarlier(meter, measuredAt, zone)
          ? await client.fetchQuery(valuesAroundQuery(meter.id, measuredAt))
          : null
      const confirmed = await confirmImplausibleValue({
        value,
        at: measuredAt === null ? correctedNow() : instantOfLocal(measuredAt, zone),
        meter,
        type,
        unit: nameIn(units, meter.meter_unit_id) ?? '',
        around,
      })
      confirmedDoubts.current = confirmed ?? []
      return confirmed !== null
    },
    send: async (values) => {
      const { meterId: of, value, measuredAt } = rules.parse(values)
      const number = parseNumberValue(value)
      if (number === undefined || number === null) return
      const image = values.picture && (await base64Of(values.picture))
      await creation.mutateAsync({
        key,
        meterId: of,
        value: number,
        measuredAt,
        image,
        confirmedDoubts: confirmedDoubts.current,
      })
      notify.success(`メーター値を登録しました（${nameIn(meters, of)}）`)
      if (!goesOn) {
        onClose()
        return
      }
      setKey(crypto.randomUUID())
      const { form } = entry
      form.setInitialValues({ ...emptyEntry(undefined, correctedNow(), zone), measuredAt: values.measuredAt })
      form.reset()
      form.getInputNode('meterId')?.focus()
    },
  })
  return entry
}
