// Covers docs/requirements.md: 780, 781

import { asc, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeAccounts } from '../../../scripts/demo/accounts.ts'
import { fillOffice } from '../../../scripts/demo/fill-office.ts'
import { insertDemonstration, organizationId } from '../../../scripts/demo/insert.ts'
import { findPeople } from '../../../scripts/demo/insert-readings.ts'
import { demoMeters } from '../../../scripts/demo/meters.ts'
import { createTestDatabase } from '../../../tests/support/server/database.ts'
import { connect, type Database } from '../../db/client.ts'
import { closingCycles, meters, readings } from '../../db/schema.ts'
import { createLog } from '../../log.ts'
import { isoInZone } from '../../time-zone.ts'
import { usagesOf } from '../usages/index.ts'
import { boardOf } from './present.ts'

const timeZone = 'Asia/Tokyo'
const now = new Date('2026-11-20T15:00:00+09:00')
let database: Database
let close: () => Promise<void>
beforeAll(async () => {
  const created = await createTestDatabase()
  close = created.close
  database = connect(created.url, createLog('silent'))
  const accounts = await makeAccounts()
  await database.asSystem((tx) => insertDemonstration(tx, accounts, demoMeters(now), now))
  await fill(now)
})
afterAll(async () => {
  await database.close()
  await close()
})

const fill = (at: Date) =>
  database.asSystem(async (tx) => {
    const people = await findPeople(tx, organizationId)
    await fillOffice(tx, { organizationId, timeZone, people, at }, demoMeters(at))
  })

const owner = { organizationId, timeZone }
const present = { instant: (at: Date | number) => isoInZone(timeZone, at), picture: () => null }
/** The rows of a month by the meter's name. */
const boardIn = (month: string) =>
  database.asSystem(async (tx) => {
    const [cycle] = await tx.select().from(closingCycles)
    const { closing, meters: rows } = await boardOf(tx, owner, cycle?.id ?? 0, { month }, present)
    return { closing, rows: new Map(rows.map((row) => [row.meter_name, row])) }
  })
const statesIn = async (month: string) => {
  const { rows } = await boardIn(month)
  return [...rows].flatMap(([name, { state }]) => (state === 'closed' ? [] : [`${name}: ${state}`]))
}

/** As an initialisation deletes them. */
const deleteReadings = (startedAt: Date) =>
  database.asSystem(async (tx) => {
    for (const table of ['reading_changes', 'meter_replacements', 'meter_estimates', 'readings'])
      await tx.execute(sql`delete from ${sql.identifier(table)}`)
    await tx.execute(sql`
      insert into data_resets (organization_id, started_by_user_id, started_at)
      values (${organizationId}, (select min(id) from users), ${startedAt.toISOString()})
      on conflict (organization_id) do update set started_at = excluded.started_at`)
  })

it('the demonstration has codes, cost bearers, a verification that ends soon, and three counters below another', async () => {
  const rows = await database.asSystem((tx) => tx.select().from(meters).orderBy(asc(meters.id)))
  const codes = rows.map(({ code }) => code)
  expect(codes).toEqual(codes.map(() => expect.stringMatching(/^[AEGW]-\d\d$/)))
  expect(new Set(codes).size).toBe(rows.length)
  const below = rows.filter(({ parentMeterId }) => parentMeterId !== null)
  const supply = rows.find(({ id }) => id === below[0]?.parentMeterId)
  expect(supply?.name).toBe('本館 電力量計')
  expect(below.map((row) => [row.parentMeterId, row.meterUnitId, row.costBearerId !== null])).toEqual(
    below.map(() => [supply?.id, supply?.meterUnitId, true]),
  )
  expect(below).toHaveLength(3)
  const until = isoInZone(timeZone, new Date(now.getTime() + 60 * 86_400_000)).slice(0, 10)
  expect(rows.filter((row) => row.verificationExpiresOn && row.verificationExpiresOn < until)).toHaveLength(1)
})

it('the demonstration has two closed months, one with an estimate and one that was corrected afterwards', async () => {
  const estimated = await boardIn('2026-08')
  expect(estimated.closing).toMatchObject({
    version: 1,
    closed_at: '2026-09-02T10:00:00.000+09:00',
    user: { username: 'sato.kenichi' },
  })
  expect(estimated.rows.size).toBe(8)
  expect(estimated.rows.get('本館3階 電力量計')).toMatchObject({ state: 'closed', closed_as: 'estimated' })
  expect(estimated.rows.get('本館 電力量計')).toMatchObject({
    checks: [{ check: 'parent' }],
    reason: '共用部の未計量分',
  })
  expect(await statesIn('2026-08')).toEqual([])
  expect(await statesIn('2026-09')).toEqual(['本館1階 電力量計: corrected'])
  const { rows } = await boardIn('2026-09')
  expect(rows.get('本館1階 電力量計')?.difference).toBe(-90)
  expect([...rows.values()].map(({ usage }) => usage)).not.toContain(null)
})

it('the demonstration has a month to close with a replacement, a wrong reading and a missing one', async () => {
  const { closing, rows } = await boardIn('2026-10')
  expect(closing).toBeNull()
  expect(rows.get('本館1階 電力量計')).toMatchObject({ state: 'confirmed', adjustment: -90, checks: [] })
  const wrong = rows.get('本館2階 電力量計')
  expect(wrong?.segments).toHaveLength(2)
  expect(wrong?.checks.map(({ check }) => check)).toContain('previous')
  expect(rows.get('本館3階 電力量計')?.state).toBe('missing')
})

it('the demonstration has usages of the year before, and no reading of the future', async () => {
  const usages = await database.asSystem((tx) =>
    usagesOf(tx, owner, { period: 'month', from: '2025-07-01', to: '2026-08-31' }, present),
  )
  const known = Map.groupBy(
    usages.filter(({ usage }) => usage !== null && usage > 0),
    (row) => row.meter_id,
  )
  expect([...known.values()].map((rows) => rows.length)).toEqual(Array.from({ length: 8 }, () => 14))
  const later = await database.asSystem((tx) => tx.select().from(readings))
  expect(later.filter(({ createdAt }) => createdAt > now)).toEqual([])
})

it('filling again changes nothing', async () => {
  const before = await database.asSystem((tx) => tx.select().from(readings).orderBy(asc(readings.id)))
  await fill(now)
  expect(await database.asSystem((tx) => tx.select().from(readings).orderBy(asc(readings.id)))).toEqual(
    before,
  )
})

it('after an initialisation only the corrected month of the demonstration shows that it was corrected', async () => {
  await deleteReadings(new Date('2026-11-24T10:00:00+09:00'))
  expect(await statesIn('2026-09')).toEqual([])
  await fill(new Date('2026-11-24T10:05:00+09:00'))
  expect((await boardIn('2026-09')).closing).toMatchObject({ version: 2, reason: 'データの初期化' })
  expect([await statesIn('2026-08'), await statesIn('2026-09')]).toEqual([
    [],
    ['本館1階 電力量計: corrected'],
  ])
  await deleteReadings(new Date('2027-02-10T10:00:00+09:00'))
  await fill(new Date('2027-02-10T10:05:00+09:00'))
  expect((await boardIn('2027-01')).closing).toBeNull()
  const states = ['2026-08', '2026-09', '2026-10', '2026-11', '2026-12'].map(statesIn)
  expect(await Promise.all(states)).toEqual([[], [], [], [], ['本館1階 電力量計: corrected']])
})
