import type { TestApp } from './app.ts'
import { addMeter, addReading } from './builders.ts'

export type MeterRow = Awaited<ReturnType<typeof addMeter>>

/** Returns the moment of a time in Tokyo, `YYYY-MM-DDTHH:mm`. */
export const local = (time: string): Date => new Date(`${time}:00+09:00`)

/** Adds counters of five digits to the organization of a test, and what was read of them. */
export const countersOf = (app: () => TestApp, decimalPoint = 1) => ({
  addCounter: (given: Parameters<typeof addMeter>[2] = {}) => {
    const { deps, own } = app()
    return addMeter(deps.database, own.id, { meterCategoryId: 4, digitNumber: 5, decimalPoint, ...given })
  },
  read: (meter: MeterRow, at: string | Date, value: number | null, given = {}) =>
    addReading(app().deps.database, meter, {
      createdAt: typeof at === 'string' ? local(at) : at,
      value,
      ...given,
    }),
})
