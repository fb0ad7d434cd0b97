import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Reading, ValuesAround } from '../../../contract/readings.ts'
import { isSureOfPicture } from '../../../contract/values/prior.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'
import { instantOfLocal, localOfInstant } from '../../ui/text/localTime.ts'
import { loadCategoryType } from '../queries/categories.ts'
import { latestMeter } from '../queries/meters.ts'
import { valuesAroundQuery } from '../queries/readings.ts'
import { confirmImplausibleTime, confirmImplausibleValue } from './confirmImplausibleValue.ts'

/** What a correction is compared with; undefined until it is loaded, which the questions wait for. */
export interface Compared {
  meter?: Meter | undefined
  type?: CategoryType | undefined
  unit?: string | undefined
}

/**
 * Asks about a corrected value or time that does not fit the values around it. False: the user wants to check it. Throws
 * when what it is compared with cannot be loaded.
 */
export function useCorrectionQuestions(
  reading: Reading,
  compared: Compared,
): {
  /** Of a value that is shown and confirmed by one press. */
  isValueMeant: (value: number | null) => Promise<boolean>
  /** Is compared with what the photograph shows as well. */
  isTypedValueMeant: (value: number | null) => Promise<boolean>
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  isTimeMeant: (local: string) => Promise<boolean>
} {
  const { id, value, created_at: time, read_value: read, advice, confidence } = reading
  const { unit = '' } = compared
  const zone = use(TimeZone)
  const client = useQueryClient()
  const entered = async (number: number | null, local: string) => {
    if (number === null) return null
    const meter = compared.meter ?? (await latestMeter(reading.meter_id))
    const type = compared.type ?? (await loadCategoryType(client, meter.meter_category_id))
    const around = await client.fetchQuery(valuesAroundQuery(meter.id, local, id))
    return { value: number, at: instantOfLocal(local, zone), meter, type, unit, around }
  }
  const isMeant = async (corrected: number | null, sureRead: number | null) => {
    const asked = await entered(corrected, localOfInstant(Date.parse(time), zone))
    if (asked === null) return true
    const months = asked.meter.is_cumulative ? await monthsFor(asked) : null
    return (await confirmImplausibleValue({ ...asked, sureRead }, { months })) !== null
  }
  const monthsFor = async ({ meter, around }: { meter: Meter; around: ValuesAround }) => {
    // Lazy: the ledger would be loaded with the lists otherwise.
    const { monthsOfCorrection } = await import('../usages/monthsOfCorrection.ts')
    // Without the months nothing is asked about them.
    return monthsOfCorrection(client, meter, { id, at: Date.parse(time) }, around, zone).catch(() => null)
  }
  return {
    isValueMeant: (shown) => isMeant(shown, null),
    isTypedValueMeant: (typed) =>
      isMeant(typed, isSureOfPicture({ value: read, advice, confidence }) ? read : null),
    isTimeMeant: async (local) => {
      const asked = await entered(value, local)
      return asked === null || confirmImplausibleTime(asked, zone)
    },
  }
}
