// Covers docs/requirements.md: 915

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DeviceType, isAnalogInput } from '../../../contract/devices.ts'
import { findLayout } from '../../../contract/import/header.ts'
import { importNouns } from '../../../contract/import/nouns.ts'
import { previewRecords } from '../../../contract/import/previewRecords.ts'
import { analogIntervals, defaultSchedule, everyMinutes } from '../../../contract/time/schedules.ts'
import { readTable } from '../../../server/tables/read-table.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { csvOf } from '../../ui/table/csvOf.ts'
import { deviceColumns } from './deviceColumns.tsx'
import { deviceKinds } from './deviceKinds.ts'

const name = fc
  .string({ unit: fc.constantFrom(...`=+-@＝'",; 1aあ①`), minLength: 1, maxLength: 8 })
  .map((each) => each.trim())
  .filter((each) => each !== '')
const device = fc.record({ name, interval: fc.constantFrom(...analogIntervals), of: fc.nat() })

test.each(deviceKinds)(
  'the exported list of $name devices is unchanged when it is imported again',
  async (kind) => {
    const property = fc.asyncProperty(fc.array(device, { minLength: 1, maxLength: 6 }), async (given) => {
      const devices = given.map(({ interval, of, ...each }, index) => {
        const type = kind.types[of % kind.types.length] as DeviceType
        const interval_crons = isAnalogInput(type) ? everyMinutes(interval) : defaultSchedule
        return aDevice({ ...each, id: index + 1, type, serial_number: `S-${index}`, interval_crons })
      })
      const columns = deviceColumns({ kind, devices, zone: 'Asia/Tokyo', now: 0, actions: () => null })
      const { table } = await readTable(Buffer.from(csvOf(columns, devices)), 'device-list.csv')
      const noun = importNouns.devices
      const { layout, duplicates } = findLayout(table.rows, noun)
      const stored = devices.map(({ id, type, interval_crons, ...each }) => ({
        id,
        values: {
          serial_number: each.serial_number,
          name: each.name,
          type,
          interval_crons: isAnalogInput(type) ? interval_crons : null,
        },
      }))
      const imported = { noun, rows: table.rows, layout, repairs: {}, references: {} }
      const { rows } = previewRecords(imported, stored)
      expect(duplicates).toEqual([])
      expect(rows.map(({ state }) => state)).toEqual(devices.map(() => 'unchanged'))
    })
    await fc.assert(property)
  },
)
