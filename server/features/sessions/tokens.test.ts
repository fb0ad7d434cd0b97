import { expect, it } from 'vitest'
import { signToken, verifyToken } from './tokens.ts'

const key = Buffer.alloc(32, 1)
const subject = { userId: 1, sessionId: 2, organizationId: 3 }
const now = new Date('2026-11-20T00:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

it('a token that has been taken once is out of date when it is, also at the second look', async () => {
  const token = await signToken(key, 'id', subject, now)
  expect(await verifyToken(key, 'id', token, now)).toEqual(subject)
  expect(await verifyToken(key, 'id', token, later(14.9))).toEqual(subject)
  expect(await verifyToken(key, 'id', token, later(15))).toBeNull()
})

it('a token that has been taken is still of its own kind and key only', async () => {
  const token = await signToken(key, 'password', subject, now)
  expect(await verifyToken(key, 'password', token, now)).toEqual(subject)
  expect(await verifyToken(key, 'id', token, now)).toBeNull()
  expect(await verifyToken(Buffer.alloc(32, 2), 'password', token, now)).toBeNull()
  expect(await verifyToken(key, 'password', token, now)).toEqual(subject)
})

it('a token that was changed is not taken, whatever was taken before', async () => {
  const token = await signToken(key, 'id', subject, now)
  expect(await verifyToken(key, 'id', token, now)).toEqual(subject)
  const forged = await signToken(Buffer.alloc(32, 3), 'id', { ...subject, userId: 9 }, now)
  expect(await verifyToken(key, 'id', forged, now)).toBeNull()
})
