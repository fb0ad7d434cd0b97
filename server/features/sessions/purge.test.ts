import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { confirmationCodes, deviceMarks, refreshTokens, sessions, signInAttempts } from '../../db/schema.ts'
import { purgeExpired } from './purge.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const day = 86_400_000

it('deletes what can serve nobody any more and leaves the rest', async () => {
  const { database, clock } = test.deps
  const now = clock()
  const at = (days: number) => new Date(now.getTime() + days * day)
  const { id: userId } = await buildUser(database, test.own)
  const organizationId = test.own.id

  await database.asSystem(async (tx) => {
    for (const [name, lastUsedAt, revokedAt, expiresAt] of [
      ['open', at(-29), null, at(1)],
      ['open, token expired', at(-29), null, at(-1)],
      ['signed out lately', at(-89), at(-89), at(1)],
      ['signed out long ago', at(-91), at(-91), at(1)],
      ['left alone lately', at(-119), null, at(-89)],
      ['left alone long ago', at(-121), null, at(-91)],
    ] as const) {
      const [session] = await tx
        .insert(sessions)
        .values({ userId, organizationId, lastUsedAt, revokedAt, revokedReason: name })
        .returning({ id: sessions.id })
      if (session === undefined) throw new Error('no session')
      await tx.insert(refreshTokens).values({ sessionId: session.id, tokenHash: name, expiresAt })
    }
    await tx.insert(confirmationCodes).values([
      { userId, codeHash: 'good', expiresAt: at(0.01) },
      { userId, codeHash: 'used, still counted', expiresAt: at(0.01), usedAt: now },
      { userId, codeHash: 'used', expiresAt: at(-0.01), usedAt: at(-0.02) },
      { userId, codeHash: 'expired', expiresAt: at(-0.01) },
    ])
    const attempt = { account: 'a', succeeded: false }
    await tx.insert(signInAttempts).values([
      { ...attempt, address: 'today', at: at(-0.9) },
      { ...attempt, address: 'before', at: at(-1.1) },
    ])
    await tx.insert(deviceMarks).values([
      { markHash: 'in use', userId, signedInAt: at(-399) },
      { markHash: 'laid aside', userId, signedInAt: at(-401) },
    ])
  })

  const deleted = { sessions: 2, refreshTokens: 5, confirmationCodes: 2, signInAttempts: 1, deviceMarks: 1 }
  expect(await purgeExpired(database, now)).toEqual(deleted)
  await database.asSystem(async (tx) => {
    const left = await tx.select({ name: sessions.revokedReason }).from(sessions).orderBy(sessions.id)
    expect(left.map(({ name }) => name).filter((name) => name !== null)).toEqual([
      'open',
      'open, token expired',
      'signed out lately',
      'left alone lately',
    ])
    expect(await tx.select({ hash: refreshTokens.tokenHash }).from(refreshTokens)).toEqual([{ hash: 'open' }])
    expect(
      await tx
        .select({ hash: confirmationCodes.codeHash })
        .from(confirmationCodes)
        .orderBy(confirmationCodes.id),
    ).toEqual([{ hash: 'good' }, { hash: 'used, still counted' }])
    expect(await tx.select({ address: signInAttempts.address }).from(signInAttempts)).toEqual([
      { address: 'today' },
    ])
    expect(await tx.select({ mark: deviceMarks.markHash }).from(deviceMarks)).toEqual([{ mark: 'in use' }])
  })
  expect(Object.values(await purgeExpired(database, now))).toEqual([0, 0, 0, 0, 0])
})
