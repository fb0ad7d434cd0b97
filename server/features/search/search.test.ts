// Covers docs/requirements.md: 866, 867, 868

import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInUser } from '../../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addCostBearer,
  addDevice,
  addGroup,
  addInspection,
  addKey,
  addMap,
  addMeter,
  addPicture,
} from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { fold, searchText } from '../../../text/searchText.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

/** A row of each type but users. */
async function addEverywhere(organizationId: number, name: string): Promise<void> {
  const { database } = test.deps
  for (const add of [addCostBearer, addGroup, addInspection]) await add(database, organizationId, { name })
  const { sha256: pictureSha256 } = await addPicture(test.deps, organizationId, photograph)
  await addMap(database, organizationId, { name, pictureSha256 })
  await addDevice(database, organizationId, { name, serialNumber: `KS${organizationId}` })
  await addMeter(database, organizationId, { name, code: 'W-9', placeNote: '屋上' })
}

const ask = (text: string, as: SignedInUser = test.own.general) =>
  test.ask('GET', `/api/v1/search?text=${encodeURIComponent(text)}`, { as })
const find = async (text: string, as?: SignedInUser) => dataOf('search', await ask(text, as))
const namesOf = async (text: string) => (await find(text)).map(({ name }) => name)

describe('the search over everything', () => {
  it('finds each type of row by its name, in one order', async () => {
    const name = '第九共用'
    await addEverywhere(test.own.id, name)
    expect((await find(name)).map(({ type, details }) => [type, ...details])).toEqual([
      ['meter', 'W-9', '屋上'],
      ['group'],
      ['inspection'],
      ['device', `KS${test.own.id}`],
      ['cost-bearer'],
      ['map'],
    ])
  })

  it('finds meters by 管理番号 and place, and devices by serial number, however they are typed', async () => {
    const { database } = test.deps
    const meter = await addMeter(database, test.own.id, {
      name: '水',
      code: 'AB-0771',
      placeNote: '地下 ポンプ室',
    })
    const device = await addDevice(database, test.own.id, { name: 'カメラ', serialNumber: 'ZX240771' })
    for (const text of ['ａｂ－0771', 'ぽんぷ室', '水　ﾎﾟﾝﾌﾟ']) {
      expect(await find(text), text).toContainEqual(expect.objectContaining({ type: 'meter', id: meter.id }))
    }
    expect(await find('zx240771')).toEqual([
      { type: 'device', id: device.id, name: 'カメラ', details: ['ZX240771'] },
    ])
    expect(await find('水 ポンプ 屋上')).toEqual([])
  })

  it('returns ten rows of a type: what equals the text first, then where it is found earliest', async () => {
    const { database } = test.deps
    for (let number = 0; number < 12; number += 1) {
      await addMeter(database, test.own.id, { name: `北側の送風機 ${String(number).padStart(2, '0')}` })
    }
    await addMeter(database, test.own.id, { name: '送風機室' })
    await addMeter(database, test.own.id, { name: '屋外', code: '送風機' })
    const names = await namesOf('送風機')
    expect(names).toHaveLength(10)
    expect(names.slice(0, 4)).toEqual(['屋外', '送風機室', '北側の送風機 00', '北側の送風機 01'])
  })

  it('shows users to administrators only, and system administrators to each other only', async () => {
    const { general, admin, system } = test.own
    const found = async (who: SignedInUser, as: SignedInUser) =>
      (await find(who.username, as)).some(({ type, id }) => type === 'user' && id === who.id)
    expect(await found(admin, general)).toBe(false)
    expect(await found(general, admin)).toBe(true)
    expect(await found(system, admin)).toBe(false)
    expect(await found(system, system)).toBe(true)
    expect((await find(general.email, admin))[0]?.details).toEqual([general.email])
  })

  it('shows no users to the API key of an administrator', async () => {
    const { admin } = test.own
    const { accessKey } = await addKey(test.deps, test.own.id, admin.id)
    const path = `/api/v1/search?text=${encodeURIComponent(admin.username)}`
    const answer = await test.ask('GET', path, { headers: { apikey: `${accessKey}:secret` } })
    expect(dataOf('search', answer)).toEqual([])
  })

  it('finds nothing of another organization, and no deleted device', async () => {
    const name = '他社の設備'
    await addEverywhere(test.other.id, name)
    await addDevice(test.deps.database, test.own.id, { name, deletedAt: new Date() })
    expect(await find(name, test.own.system)).toEqual([])
    expect(await find(test.other.general.username, test.own.system)).toEqual([])
  })

  it('refuses an empty text and one of more than 100 characters, and takes signs literally', async () => {
    expect(failureOf(await ask(' ')).code).toBe('validation_failed')
    expect(failureOf(await ask('あ'.repeat(101))).code).toBe('validation_failed')
    await addMeter(test.deps.database, test.own.id, { name: `100%_'\\ 濃度` })
    expect(await namesOf(`%_'\\`)).toEqual([`100%_'\\ 濃度`])
    expect(await namesOf('\u200b\u200d')).toEqual([])
  })

  it('reads texts that PostgreSQL maintains as searchText writes them', async () => {
    const texts = [fold.letters, 'Ａ－１\u200b', 'ｶﾞｽ室', '髙\u{e0100}崎', 'ΑΣ İ'].map((name) => `畳 ${name}`)
    for (const name of texts) {
      await addMeter(test.deps.database, test.own.id, { name, placeNote: name })
      await addDevice(test.deps.database, test.own.id, { name, serialNumber: name })
    }
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ written: string; text: string }>(sql`
        select name || E'\n\n' || place_note as written, search_text as text from meters where name like '畳 %'
        union all
        select name || E'\n' || serial_number, search_text from devices where name like '畳 %'`),
    )
    expect(rows).toHaveLength(2 * texts.length)
    for (const { written, text } of rows) expect(text).toBe(searchText(written))
  })
})
