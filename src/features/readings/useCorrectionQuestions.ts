import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Meter } from '../../../contract/meters.ts'
import type { Reading } from '../../../contract/readings.ts'
import { confirmImplausibleTime, confirmImplausibleValue } from '../../lib/confirmImplausibleValue.ts'
import { valuesAroundQuery } from '../../lib/queries/readings.ts'
import { instantOfLocal, localOfInstant } from '../../ui/chart/localTime.ts'
import { TimeZone } from '../../ui/text/currentMinute.ts'

/** What a correction is compared with; undefined until it is loaded. */
export interface Compared {
  meter?: Meter | undefined
  type?: CategoryType | undefined
  unit?: string | undefined
}

/**
 * Asks about a corrected value or time that does not fit the values around it. False: the user wants to check it. Throws
 * when those values cannot be loaded.
 */
export function useCorrectionQuestions(
  { id, value, created_at: time }: Pick<Reading, 'id' | 'value' | 'created_at'>,
  { meter, type, unit = '' }: Compared,
): {
  isValueMeant: (value: number | null) => Promise<boolean>
  /** `YYYY-MM-DD HH:mm:ss` in the organization’s zone. */
  isTimeMeant: (local: string) => Promise<boolean>
} {
  const zone = use(TimeZone)
  const client = useQueryClient()
  const entered = async (number: number | null, local: string) => {
    if (number === null || meter === undefined || type === undefined) return null
    const around = await client.fetchQuery(valuesAroundQuery(meter.id, local, id))
    return { value: number, at: instantOfLocal(local, zone), meter, type, unit, around }
  }
  return {
    isValueMeant: async (corrected) => {
      const asked = await entered(corrected, localOfInstant(Date.parse(time), zone))
      return asked === null || (await confirmImplausibleValue(asked)) !== null
    },
    isTimeMeant: async (local) => {
      const asked = await entered(value, local)
      return asked === null || confirmImplausibleTime(asked, zone)
    },
  }
}
