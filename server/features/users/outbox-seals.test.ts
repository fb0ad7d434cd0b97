// Covers docs/requirements.md: 633

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { role } from '../../../contract/access.ts'
import { buildMembership, buildUser, type SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const newMember = async () =>
  test.signIn(await buildUser(test.deps.database, test.own, { role: role.general }))
const proofOf = async (as: SignedInUser) =>
  dataOf('me', await test.ask('GET', '/api/v1/user/me', { as })).owner_proof
const remove = ({ id }: SignedInUser) =>
  test.ask('DELETE', `/api/v1/user/${id}/organization/${test.own.id}`, { as: test.own.admin })
const askForSeal = (proof: string) =>
  test.ask('POST', '/api/v1/outbox-seals', { as: null, body: { owner_proof: proof } })
const open = (as: SignedInUser | null, sealedKey: string) =>
  test.ask('POST', '/api/v1/outbox-seals/open', { as, body: { sealed_key: sealedKey } })

/** A seal for what a former member left on a phone. */
async function sealOfFormerMember() {
  const person = await newMember()
  const proof = await proofOf(person)
  expect((await remove(person)).status).toBe(200)
  const { is_member, seal } = dataOf('createOutboxSeal', await askForSeal(proof))
  expect(is_member).toBe(false)
  if (seal === undefined) throw new Error('no seal')
  return seal
}

describe('the owner of unsent rows', () => {
  it('is a member until an administrator removes them, and again after they return', async () => {
    const person = await newMember()
    const proof = await proofOf(person)
    expect(dataOf('createOutboxSeal', await askForSeal(proof))).toEqual({ is_member: true })
    await remove(person)
    expect(dataOf('createOutboxSeal', await askForSeal(proof))).toMatchObject({ is_member: false })
    await buildMembership(test.deps.database, person, test.own)
    expect(dataOf('createOutboxSeal', await askForSeal(proof))).toEqual({ is_member: true })
  })

  it('is asked for by membership: a former member of one organization may be one of another', async () => {
    const person = await newMember()
    const proof = await proofOf(person)
    await buildMembership(test.deps.database, person, test.other)
    await remove(person)
    expect(dataOf('createOutboxSeal', await askForSeal(proof))).toMatchObject({ is_member: false })
  })

  it('has one proof, whenever they ask', async () => {
    const person = await newMember()
    expect(await proofOf(person)).toBe(await proofOf(person))
  })

  it.each([
    ['an access key', async (as: SignedInUser) => as.idToken],
    ['a changed one', async (as: SignedInUser) => `${(await proofOf(as)).slice(0, -4)}AAAA`],
    ['no token at all', async () => 'x'],
  ])('is proved by nothing else: %s', async (_what, given) => {
    const answer = await askForSeal(await given(await newMember()))
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'owner_proof' }] })
  })

  it('signs nobody in', async () => {
    const proof = await proofOf(await newMember())
    const answer = await test.ask('GET', '/api/v1/user/me', { headers: { authorization: `Bearer ${proof}` } })
    expect(answer.status).toBe(401)
  })
})

describe('a seal', () => {
  it('has a key of its own each time, which its sealed form does not show', async () => {
    const seals = [await sealOfFormerMember(), await sealOfFormerMember()]
    const [one, two] = seals.map(({ key }) => key)
    expect(one).not.toBe(two)
    for (const { key, sealed_key } of seals) {
      expect(Buffer.from(key, 'base64')).toHaveLength(32)
      expect(sealed_key).not.toContain(key)
    }
  })

  it('is opened by an administrator of the organization only', async () => {
    const { key, sealed_key } = await sealOfFormerMember()
    expect(dataOf('openOutboxSeal', await open(test.own.admin, sealed_key))).toEqual({ key })
    expect((await open(test.own.general, sealed_key)).status).toBe(403)
    expect((await open(null, sealed_key)).status).toBe(401)
    const foreign = await open(test.other.admin, sealed_key)
    expect(foreign.status).toBe(400)
    expect(failureOf(foreign).issues).toEqual([{ path: 'sealed_key', message: 'ほかの組織のファイルです' }])
  })

  it('that was changed, or is none, is refused with the field named', async () => {
    const { sealed_key } = await sealOfFormerMember()
    for (const wrong of [`${sealed_key.slice(0, -4)}AAAA`, 'x', test.own.admin.idToken]) {
      const answer = await open(test.own.admin, wrong)
      expect(answer.status).toBe(400)
      expect(failureOf(answer).issues).toEqual([
        { path: 'sealed_key', message: 'このサーバーで書き出したファイルではありません' },
      ])
    }
  })
})
