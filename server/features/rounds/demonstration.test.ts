import { asc } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { makeAccounts } from '../../../scripts/demo/accounts.ts'
import { endFilling } from '../../../scripts/demo/fill.ts'
import { insertDemonstration, organizationId } from '../../../scripts/demo/insert.ts'
import { demoMeters } from '../../../scripts/demo/meters.ts'
import { insertPastRounds } from '../../../scripts/demo/rounds.ts'
import { createTestDatabase } from '../../../tests/support/server/database.ts'
import { connect } from '../../db/client.ts'
import { meters, readings, rounds, users } from '../../db/schema.ts'
import { checkRounds } from '../../jobs/minute-checks.ts'
import { createLog } from '../../log.ts'

it('the demonstration has past rounds that were done, some with a skip, and one that was missed', async () => {
  const { url, close } = await createTestDatabase()
  const log = createLog('silent')
  const database = connect(url, log)
  // A Wednesday.
  const now = new Date('2026-11-25T20:00:00+09:00')
  const demo = demoMeters(now)
  const accounts = await makeAccounts()
  const told: unknown[] = []
  const tell = async (_tx: unknown, _name: string, jobs: readonly unknown[]) => void told.push(...jobs)
  await database.asSystem(async (tx) => {
    await insertDemonstration(tx, accounts, demo, now)
    const [inspector] = await tx.select().from(users).orderBy(asc(users.id)).limit(1)
    const faces = demo.map(({ face }) => face.key)
    await insertPastRounds(tx, organizationId, faces, inspector?.id ?? 0, now)
    const rows = await tx.select().from(meters).orderBy(asc(meters.id))
    const values = { value: 1, valueSource: 'accepted', source: 'phone', isAbnormal: false } as const
    // As if they were photographed.
    await tx.insert(readings).values(
      demo.flatMap(({ means, instants }, index) => {
        const meterId = rows[index]?.id ?? 0
        return means === 'phone'
          ? instants.map((at) => ({ ...values, organizationId, meterId, createdAt: at }))
          : []
      }),
    )
    await endFilling(tx, organizationId, now)
  })
  const past = await database.asSystem((tx) =>
    tx.select().from(rounds).orderBy(asc(rounds.inspectionId), asc(rounds.beginsAt)),
  )
  const weekly = past.filter(({ meterIds, closedAt }) => closedAt !== null && meterIds.length === 3)
  const isMissed = ({ missedAt }: (typeof past)[number]) => missedAt !== null
  expect(weekly.map((round) => [round.captured, round.skipped, isMissed(round)])).toEqual([
    [3, 0, false],
    [3, 0, false],
    [2, 0, true],
    [2, 1, false],
    [3, 0, false],
  ])
  const present = past.filter(({ closedAt }) => closedAt === null)
  expect(present.map((round) => [round.doneAt !== null, isMissed(round)])).toEqual([
    [true, false],
    [false, false],
    [true, false],
  ])
  await checkRounds({ database, clock: () => now, log, jobs: { enqueue: tell } })
  expect(told).toEqual([])
  await database.close()
  await close()
})
