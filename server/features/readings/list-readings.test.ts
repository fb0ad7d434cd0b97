// Covers docs/requirements.md: 48, 84, 85, 93, 94, 147, 238, 245, 246, 247, 248, 563, 613

import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import {
  addGroup,
  addInspection,
  addMeter,
  addPicture,
  addReading,
} from '../../../tests/support/server/builders.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { photograph, photographSha256 } from '../../../tests/support/server/subjects.ts'
import { readings } from '../../db/schema.ts'
import { recordPicture } from '../pictures/store.ts'
import { parsePicture } from '../pictures/upload.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const list = async (query: string, as = test.own.general) => {
  const answer = await test.ask('GET', `/api/v1/meters-values?${query}`, { as })
  const { count, next } = answer.json as { count?: number; next?: string }
  return { rows: dataOf('readings', answer), count, next }
}
const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id)
const meter = (given = {}, organization = test.own.id) => addMeter(test.deps.database, organization, given)
const reading = (of: Awaited<ReturnType<typeof meter>>, given = {}) =>
  addReading(test.deps.database, of, given)
const jst = (local: string) => new Date(`${local.replace(' ', 'T')}+09:00`)

describe('the list of readings', () => {
  it('filters by meter, meter group, inspection group and unit, and by all of them together', async () => {
    const { database } = test.deps
    const group = await addGroup(database, test.own.id)
    const inspection = await addInspection(database, test.own.id)
    const first = await meter({ meterGroupId: group.id, meterUnitId: 2 })
    const second = await meter({ inspectionId: inspection.id, meterUnitId: 2 })
    const third = await meter({ meterGroupId: group.id, inspectionId: inspection.id, meterUnitId: 3 })
    const a = await reading(first)
    const b = await reading(second)
    const c = await reading(third)
    const found = async (query: string) => idsOf((await list(`${query}&sort_type=asc`)).rows)
    expect(await found(`meter_ids=${first.id},${third.id}`)).toEqual([a.id, c.id])
    expect(await found(`meter_group_ids=${group.id}`)).toEqual([a.id, c.id])
    expect(await found(`inspection_ids=${inspection.id}`)).toEqual([b.id, c.id])
    expect(await found(`meter_ids=${first.id},${second.id},${third.id}&meter_unit_ids=2`)).toEqual([
      a.id,
      b.id,
    ])
    expect(
      await found(`meter_group_ids=${group.id}&inspection_ids=${inspection.id}&meter_unit_ids=3`),
    ).toEqual([c.id])
    expect(await found(`meter_group_ids=${group.id}&meter_ids=${second.id}`)).toEqual([])
  })

  it('filters by what readings wait for, with other filters and in the CSV', async () => {
    const { database } = test.deps
    const pump = await meter({ name: 'ポンプ 12' })
    const tank = await meter({ name: '受水槽 12' })
    const { sha256: pictureSha256 } = await addPicture(test.deps, test.own.id, photograph)
    const late = { source: 'camera', valueSource: 'device', deviceValue: 12, value: 12 } as const
    const picture = { pictureSha256, readState: 3, source: 'camera', valueSource: 'reader', value: null }
    const at = (day: number) => ({ createdAt: jst(`2026-11-1${day} 12:00:00`) })
    const unconfirmed = [
      await reading(pump, { ...late, ...at(1), timeMark: 'unconfirmed' }),
      await reading(tank, { ...late, ...at(2), timeMark: 'unconfirmed' }),
    ]
    await reading(pump, { ...late, ...at(3), timeMark: 'arrival' })
    await reading(pump, { ...late, ...at(4), timeMark: 'unconfirmed', deletedAt: new Date() })
    const waiting = await reading(tank, { ...picture, ...at(3) })
    await reading(await meter({}, test.other.id), { ...late, ...at(4), timeMark: 'unconfirmed' })
    const found = async (query: string) => {
      const { rows, count } = await list(`${query}&sort_type=asc`)
      expect(count).toBe(rows.length)
      return idsOf(rows)
    }
    expect(await found('waiting_for=time')).toEqual(idsOf(unconfirmed))
    expect(await found(`waiting_for=time&meter_ids=${tank.id}`)).toEqual([unconfirmed[1]?.id])
    const [span, text] = ['2026-11-11>,2026-11-11<', 'ポンプ'].map(encodeURIComponent)
    expect(await found(`waiting_for=time&recorded_span=${span}`)).toEqual([unconfirmed[0]?.id])
    expect(await found(`waiting_for=time&text=${text}`)).toEqual([unconfirmed[0]?.id])
    expect(await found('waiting_for=time&text=12')).toEqual(idsOf(unconfirmed))
    expect(await found('waiting_for=settings')).toEqual([waiting.id])
    const { rows, next } = await list('waiting_for=time&sort_type=asc&limit=1')
    const { rows: more } = await list(`waiting_for=time&sort_type=asc&limit=1&after=${next}`)
    expect(idsOf([...rows, ...more])).toEqual(idsOf(unconfirmed))
    const path = '/api/v1/meters-values/export?waiting_for=time&sort_type=asc'
    const file = await test.ask('GET', path, { as: test.own.general })
    expect(file.headers['row-count']).toBe('2')
    expect(file.text).toMatch(/ポンプ 12.*\r\n.*受水槽 12.*\r\n$/)
    const unknown = await test.ask('GET', '/api/v1/meters-values?waiting_for=rain', { as: test.own.general })
    expect(failureOf(unknown)).toMatchObject({ issues: [{ path: 'waiting_for' }] })
    await database.asSystem((tx) =>
      tx
        .update(readings)
        .set({ deletedAt: new Date() })
        .where(inArray(readings.meterId, [pump.id, tank.id])),
    )
  })

  it('takes a thousand meters at once and refuses more, naming the filter', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, index) => 900_000 + index).join(',')
    expect((await list(`meter_ids=${ids(1000)}`)).rows).toEqual([])
    const refused = await test.ask('GET', `/api/v1/meters-values?meter_ids=${ids(1001)}`, {
      as: test.own.general,
    })
    expect(refused.status).toBe(400)
    expect(failureOf(refused)).toMatchObject({ code: 'validation_failed', issues: [{ path: 'meter_ids' }] })
  })

  it('takes both ends of a span in, to the accuracy they are written in, in the organization’s zone', async () => {
    const of = await meter()
    const at = async (local: string) => (await reading(of, { createdAt: jst(local) })).id
    const before = await at('2026-11-18 23:59:59.999')
    const midnight = await at('2026-11-19 00:00:00')
    const minute = await at('2026-11-19 10:30:59.999')
    const next = await at('2026-11-19 10:31:00')
    const end = await at('2026-11-19 23:59:59.999')
    const after = await at('2026-11-20 00:00:00')
    const found = async (span: string) =>
      idsOf((await list(`meter_ids=${of.id}&sort_type=asc&recorded_span=${encodeURIComponent(span)}`)).rows)
    expect(await found('2026-11-19>,2026-11-19<')).toEqual([midnight, minute, next, end])
    expect(await found('2026-11-19-00-00>,2026-11-19-10-30<')).toEqual([midnight, minute])
    expect(await found('2026-11-19-10-31>')).toEqual([next, end, after])
    expect(await found('2026-11-18<')).toEqual([before])
  })

  it('counts days in the zone of the organization that asks', async () => {
    const of = await meter({}, test.other.id)
    const { id } = await reading(of, { createdAt: new Date('2026-03-08T07:30:00Z') })
    await test.deps.database.asSystem((tx) =>
      tx.execute(`update organizations set time_zone = 'America/New_York' where id = ${test.other.id}`),
    )
    // The night in which clocks there go from 02:00 to 03:00: 07:30 UTC is 03:30, and the day has 23 hours.
    const rows = async (span: string) =>
      (await list(`meter_ids=${of.id}&recorded_span=${encodeURIComponent(span)}`, test.other.general)).rows
    expect((await rows('2026-03-08-03-30>,2026-03-08-03-30<'))[0]).toMatchObject({
      id,
      created_at: '2026-03-08T03:30:00.000-04:00',
    })
    expect(await rows('2026-03-07>,2026-03-07<')).toEqual([])
    expect(await rows('2026-03-09>')).toEqual([])
  })

  it.each(['2026-02-30>', '2026-11-31<'])('refuses %s, a day that does not exist', async (span) => {
    const answer = await test.ask('GET', `/api/v1/meters-values?recorded_span=${encodeURIComponent(span)}`, {
      as: test.own.general,
    })
    expect(answer.status).toBe(400)
    expect(failureOf(answer)).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'recorded_span' }],
    })
  })

  it.each(['ぽんぷ', 'ポンプ', 'ﾎﾟﾝﾌﾟ', 'ﾎﾟﾝぷ b'])(
    'finds %s in names that are written in other kana, width and case',
    async (text) => {
      const names = ['第3ポンプ Ｂ', '第3ﾎﾟﾝﾌﾟ b', '第3ぽんぷ B']
      const expected: number[] = []
      for (const name of names) expected.unshift((await reading(await meter({ name }))).id)
      await reading(await meter({ name: '第3タンク B' }))
      const { rows } = await list(`text=${encodeURIComponent(text)}`)
      expect(idsOf(rows).slice(0, names.length)).toEqual(expected)
      expect(rows.map((row) => row.meter.name)).not.toContain('第3タンク B')
    },
  )

  it.each(['霞ケ関‐1', '霞ケ関－1', '霞ヵ関−1', '霞ヶ\u200b関ー1'])(
    'finds %s in names of look-alike characters',
    async (text) => {
      const found = await reading(await meter({ name: '霞ヶ関-1' }))
      const { rows } = await list(`text=${encodeURIComponent(text)}`)
      expect(idsOf(rows)).toContain(found.id)
    },
  )

  it.each(['9999/12', '9999-12-31', '9999-12-31 10', '1000-01-01', '1000/01', '2026/02/30', '2026/13'])(
    'finds nothing for %s in the search, which is at no time',
    async (text) => {
      await reading(await meter())
      expect(await list(`text=${encodeURIComponent(text)}`)).toMatchObject({ rows: [], count: 0 })
    },
  )

  it('keeps to readings with a picture, or to abnormal ones, when asked to', async () => {
    const of = await meter()
    await test.deps.database.asSystem(async (tx) =>
      recordPicture(tx, test.own.id, await parsePicture(photograph, 'body')),
    )
    const plain = await reading(of)
    const pictured = await reading(of, { pictureSha256: photographSha256 })
    const abnormal = await reading(of, { value: 0.9, isAbnormal: true })
    const found = async (query: string) =>
      idsOf((await list(`meter_ids=${of.id}&sort_type=asc&${query}`)).rows)
    expect(await found('is_image=1')).toEqual([pictured.id])
    expect(await found('is_abnormal=true')).toEqual([abnormal.id])
    expect(await found('is_image=0&is_abnormal=0')).toEqual([plain.id, pictured.id, abnormal.id])
  })

  it('is newest first, pages by skip and limit, and counts all', async () => {
    const of = await meter()
    const ids: number[] = []
    for (let hour = 0; hour < 5; hour++) {
      ids.push((await reading(of, { createdAt: jst(`2026-11-01 0${hour}:00:00`) })).id)
    }
    const page = await list(`meter_ids=${of.id}&skip=1&limit=2`)
    expect(idsOf(page.rows)).toEqual([ids[3], ids[2]])
    expect(page.count).toBe(5)
    expect(idsOf((await list(`meter_ids=${of.id}&sort_type=asc`)).rows)).toEqual(ids)
    expect(await list(`meter_ids=${of.id}&limit=0`)).toMatchObject({ rows: [], count: 5 })
  })

  it('gives every row once by key though rows come in between pages, at equal times too', async () => {
    const of = await meter()
    const createdAt = jst('2026-11-02 12:00:00.123')
    const ids: number[] = []
    for (let index = 0; index < 7; index++) ids.push((await reading(of, { createdAt })).id)
    const seen: number[] = []
    let after = ''
    do {
      const page = await list(`meter_ids=${of.id}&limit=3${after}`)
      seen.push(...idsOf(page.rows))
      // Newer ones would push rows of a numbered page onto the next and repeat them.
      await reading(of, { createdAt: jst('2026-11-02 13:00:00') })
      after = page.next === undefined ? '' : `&after=${page.next}`
    } while (after !== '')
    expect(seen).toEqual(ids.toReversed())
  })

  it('refuses a place to go on that it did not give', async () => {
    const never = Buffer.from('999999999999999.1').toString('base64url')
    for (const after of ['abc', Buffer.from('1.2.3').toString('base64url'), '%00', never]) {
      const answer = await test.ask('GET', `/api/v1/meters-values?after=${after}`, { as: test.own.general })
      expect(answer.status).toBe(400)
      expect(failureOf(answer).issues?.[0]?.path).toBe('after')
    }
  })

  it('never shows another organization’s readings, nor deleted ones', async () => {
    const foreign = await meter({}, test.other.id)
    const { id } = await reading(foreign)
    const of = await meter()
    const deleted = await reading(of, { deletedAt: new Date(), deletedByUserId: test.own.admin.id })
    expect((await list(`meter_ids=${foreign.id},${of.id}`)).rows).toEqual([])
    for (const hidden of [id, deleted.id]) {
      expect((await test.ask('GET', `/api/v1/meters-value/${hidden}`, { as: test.own.general })).status).toBe(
        404,
      )
    }
  })
})
