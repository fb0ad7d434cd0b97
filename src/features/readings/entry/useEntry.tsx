import { useQueryClient } from '@tanstack/react-query'
import { use, useRef, useState } from 'react'
import { isDigital } from '../../../../contract/categories.ts'
import { isAbnormal } from '../../../../contract/values/abnormal.ts'
import { exceedsDigits, exceedsDigitsText } from '../../../../contract/values/consumption.ts'
import type { Doubt } from '../../../../contract/values/doubts.ts'
import { canOpenDatabase } from '../../../../offline/database.ts'
import { saveEntry } from '../../../../offline/entries.ts'
import { formatNumber } from '../../../../text/formatNumber.ts'
import { NetworkError } from '../../../failures/callErrors.ts'
import { useKnownHere } from '../../../lib/held/heldReplacements.ts'
import { requestBackgroundSync } from '../../../lib/held/requestBackgroundSync.ts'
import { type NewReading, useCreateReading } from '../../../lib/mutations/readingMutations.ts'
import { useAccount } from '../../../lib/queries/account.ts'
import { loadCategoryType } from '../../../lib/queries/categories.ts'
import { nameIn, useMasters } from '../../../lib/queries/masters.ts'
import { valuesAroundQuery } from '../../../lib/queries/readings.ts'
import { confirmImplausibleValue } from '../../../lib/readings/confirmImplausibleValue.ts'
import { useKnownMonths } from '../../../lib/usages/useKnownMonths.ts'
import { AbnormalRowNotice } from '../../../shared/held/AbnormalRowNotice.tsx'
import { base64Of } from '../../../shared/pictures/compressForUpload.ts'
import { inform } from '../../../ui/dialog/confirm.tsx'
import { type SubmitForm, useSubmitForm } from '../../../ui/form/useSubmitForm.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { correctedNow, TimeZone } from '../../../ui/text/currentMinute.ts'
import { formatRelativeTime } from '../../../ui/text/formatTime.ts'
import { instantOfLocal } from '../../../ui/text/localTime.ts'
import { parseNumberValue } from '../../../ui/text/parseNumber.ts'
import { type EntryValues, emptyEntry, entrySchema, isEarlier } from './entryForm.ts'

/** Server issues by form field. */
const fields = { meter_id: 'meterId', created_at: 'measuredAt' }

/** Whether a value can be stored here and sent later: there is no connection, and this browser stores rows. */
const canWait = async (error: unknown, picture: Blob | null): Promise<boolean> =>
  error instanceof NetworkError && picture === null && (await canOpenDatabase())

interface Options {
  meterId: number | undefined
  /** When it was measured, in milliseconds since 1970; now when absent. */
  at: number | undefined
  /** Another entry follows. */
  goesOn: boolean
  onClose: () => void
}

/**
 * Form of an entry, sent once however often retried; `goesOn`: the next one follows, at the same time. Without a connection
 * a value without a picture is stored on the device and sent later under the same key.
 */
export function useEntry({ meterId, at, goesOn, onClose }: Options): SubmitForm<EntryValues> {
  const zone = use(TimeZone)
  const { meters, categories, units, inspections } = useMasters(
    'meters',
    'categories',
    'units',
    'inspections',
  )
  const knownHere = useKnownHere()
  const client = useQueryClient()
  const { id: userId, organization } = useAccount()
  const creation = useCreateReading()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const rules = entrySchema(correctedNow, zone)
  const confirmedDoubts = useRef<Doubt[]>([])
  const store = async ({ key: id, meterId: of, value, measuredAt, confirmedDoubts: doubts }: NewReading) => {
    const meter = meters.find((each) => each.id === of)
    if (meter === undefined) throw new Error('the chosen meter is gone')
    await saveEntry({
      id,
      userId,
      organizationId: organization.id,
      organizationName: organization.name,
      meterId: of,
      meterName: meter.name,
      unit: nameIn(units, meter.meter_unit_id) ?? '',
      decimalPoint: meter.decimal_point,
      value,
      confirmedDoubts: doubts,
      capturedAt: instantOfLocal(measuredAt, zone),
      timeChosen: true,
      savedAt: Date.now(),
      clockOffset: null,
      mayHaveArrived: true,
    })
    void requestBackgroundSync()
  }
  /** Nobody is alerted before the server has the value. */
  const warnIfAbnormal = ({ key: id, meterId: of, value }: NewReading) => {
    const meter = meters.find((each) => each.id === of)
    if (meter === undefined || !isAbnormal({ value, read_state: null }, meter)) return
    const contact = inspections.find((each) => each.id === meter.inspection_id)?.contact ?? ''
    const unit = nameIn(units, meter.meter_unit_id) ?? ''
    inform(
      meter.name,
      <AbnormalRowNotice id={id} userId={userId} meter={meter} unit={unit} contact={contact} />,
    )
  }
  /** Such as No.3 冷却水圧力 0.42 MPa、11/20 09:00. */
  const textOf = ({ meterId: of, value, measuredAt }: NewReading) => {
    const meter = meters.find((each) => each.id === of)
    const unit = nameIn(units, meter?.meter_unit_id ?? null) ?? ''
    const written = `${formatNumber(value, meter?.decimal_point ?? null)} ${unit}`.trimEnd()
    const at = formatRelativeTime(instantOfLocal(measuredAt, zone), correctedNow(), zone)
    return `${meter?.name} ${written}、${at}`
  }
  const entry = useSubmitForm<EntryValues>({
    initialValues: emptyEntry(meterId, at ?? correctedNow(), zone),
    schema: rules,
    fields,
    failed: 'メーター値を登録できませんでした',
    askedField: 'value',
    confirm: async ({ meterId: of, value: typed, measuredAt, picture }) => {
      const chosen = meters.find(({ id }) => id === of)
      const value = parseNumberValue(typed)
      confirmedDoubts.current = []
      if (chosen === undefined || value === undefined || value === null) return true
      const meter = knownHere(chosen)
      const type =
        categories.find(({ id }) => id === meter.meter_category_id)?.type ??
        (await loadCategoryType(client, meter.meter_category_id))
      const { digit_number: digits, decimal_point: decimals } = meter
      if (isDigital(type) && exceedsDigits(value, { digits, decimals })) {
        entry.form.setFieldError('value', exceedsDigitsText({ digits, decimals }))
        return false
      }
      const at = measuredAt === null ? correctedNow() : instantOfLocal(measuredAt, zone)
      const around =
        measuredAt !== null && isEarlier(meter, measuredAt, zone)
          ? await client.fetchQuery(valuesAroundQuery(meter.id, measuredAt)).catch(async (error: unknown) => {
              if (!(await canWait(error, picture))) throw error
              return null
            })
          : null
      const entered = {
        value,
        at,
        meter: around === null ? knownHere(chosen, at) : meter,
        type,
        unit: nameIn(units, meter.meter_unit_id) ?? '',
        around,
      }
      const confirmed = await confirmImplausibleValue(entered, { months })
      confirmedDoubts.current = confirmed ?? []
      return confirmed !== null
    },
    send: async (values) => {
      const { meterId: of, value, measuredAt } = rules.parse(values)
      const number = parseNumberValue(value)
      if (number === undefined || number === null) return
      const image = values.picture && (await base64Of(values.picture))
      const reading: NewReading = {
        key,
        meterId: of,
        value: number,
        measuredAt,
        image,
        confirmedDoubts: confirmedDoubts.current,
      }
      try {
        await creation.mutateAsync(reading)
        notify.success(`メーター値を登録しました（${textOf(reading)}）`)
      } catch (error) {
        if (!(await canWait(error, values.picture))) throw error
        await store(reading)
        notify.success(`メーター値を端末に保存しました。サーバーにつながると送信します（${textOf(reading)}）`)
        warnIfAbnormal(reading)
      }
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
  const chosenMeter = meters.find(({ id }) => id === entry.form.values.meterId)
  const months = useKnownMonths(chosenMeter && knownHere(chosenMeter))
  return entry
}
