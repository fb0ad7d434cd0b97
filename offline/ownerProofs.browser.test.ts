// Covers docs/requirements.md: 633

import { beforeEach, expect, test } from 'vitest'
import { colleague, inspector, photograph, queued, resetPhone, signIn } from '../tests/support/phone/phone.ts'
import { discardRow, noteExported, removeExported } from './byHand.ts'
import { listOwners, listRows, readBytes, saveCapture } from './outbox.ts'
import { readOwnerProof, rememberOwnerProof } from './ownerProofs.ts'
import { clearSession, readSession } from './storedSession.ts'

beforeEach(resetPhone)

test('a proof outlives the session, one for each user and organization', async () => {
  await signIn(inspector, { access: 'access' })
  const elsewhere = { ...inspector, organizationId: 11 }
  await rememberOwnerProof({ ...inspector, proof: 'old' })
  await rememberOwnerProof({ ...inspector, proof: 'one' })
  await rememberOwnerProof({ ...elsewhere, proof: 'two' })
  await clearSession()
  expect(await readSession()).toBeNull()
  expect(await readOwnerProof(inspector)).toBe('one')
  expect(await readOwnerProof(elsewhere)).toBe('two')
  expect(await readOwnerProof(colleague)).toBeNull()
})

test('owners are listed with what only this device has, and with what is in a file', async () => {
  const exported = await queued(inspector)
  await saveCapture(photograph(inspector))
  await discardRow(await queued(inspector))
  await queued(colleague)
  await noteExported([exported])
  expect(await listOwners()).toEqual([
    { ...inspector, count: 2, exported: 1 },
    { ...colleague, count: 1, exported: 0 },
  ])
})

test('only rows of this owner that are in a file are removed, with their photographs', async () => {
  const exported = await queued(inspector)
  const kept = await queued(inspector)
  const foreign = await queued(colleague)
  await noteExported([exported, foreign])
  expect(await removeExported(inspector)).toBe(1)
  expect((await listRows(inspector.userId)).map(({ id }) => id)).toEqual([kept])
  expect(await readBytes(exported)).toBeNull()
  expect(await readBytes(foreign)).not.toBeNull()
})
