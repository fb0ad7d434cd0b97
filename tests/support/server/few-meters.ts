import { type DemoMeter, demoMeters } from '../../../scripts/demo/meters.ts'
import { dayOf } from '../../../scripts/demo/schedule.ts'

const keys = ['pump-discharge', 'filter-difference', 'bus-voltage']

/** A camera, a phone and an analog input, read on three days: the whole demonstration takes minutes. */
export const fewMeters = (at: Date): DemoMeter[] =>
  demoMeters(at)
    .filter(({ face }) => keys.includes(face.key))
    .map((meter) => ({ ...meter, instants: lastOfDays(meter.instants).slice(-3) }))

const lastOfDays = (instants: readonly Date[]) => [...new Map(instants.map((at) => [dayOf(at), at])).values()]
