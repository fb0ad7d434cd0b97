import * as z from 'zod/mini'
import { optionalIds, optionalText } from '../../lib/searchParams.ts'
import { sortFields } from '../../ui/table/listSearch.ts'

/** `YYYY-MM-DD` */
const optionalDay = z.catch(z.optional(z.iso.date()), undefined)

/** Search params of the devices screen. */
export const deviceSearch = z.object({
  text: optionalText,
  name: optionalText,
  meters: optionalText,
  parent: optionalText,
  schedule: optionalText,
  measured: optionalText,
  heard: optionalText,
  battery: optionalText,
  signal: optionalText,
  rate: optionalText,
  count: optionalText,
  running: optionalText,
  retry: optionalText,
  children: optionalText,
  /** Of the choices: their numbers and one, as ids are positive. */
  types: optionalIds,
  statuses: optionalIds,
  deletions: optionalIds,
  resolutions: optionalIds,
  afs: optionalIds,
  buzzers: optionalIds,
  /** Of the error log, with its days. */
  device: optionalText,
  message: optionalText,
  from: optionalDay,
  to: optionalDay,
  ...sortFields(['name', 'battery', 'signal', 'measured', 'heard', 'rate', 'count', 'running', 'retry']),
})
export type DeviceSearch = z.output<typeof deviceSearch>
