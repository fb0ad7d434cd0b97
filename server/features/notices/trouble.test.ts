import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addMeter } from '../../../tests/support/server/builders.ts'
import { deviceWatch } from '../../../tests/support/server/device-watch.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { deviceTroubles } from '../../db/schema.ts'
import { announceTroubles } from './announce-troubles.ts'
import { durationText } from './device-facts.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let watch: ReturnType<typeof deviceWatch>
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test } = notifications)
  watch = deviceWatch(test)
  // Here mails are announced when a test says so.
  await test.deps.database.asSystem((tx) =>
    tx.execute(sql`delete from pgboss.schedule where name = 'silence'`),
  )
})
beforeEach(() => {
  watch.goTo('2026-11-22T12:00')
  notifications.inbox.received.length = 0
})
afterAll(() => notifications.close())

const heartbeat = (id: number, given: { errors?: string[]; batteryPer?: number } = {}) =>
  watch.report(id, { measurements: 0, ...given })
const announceAt = async (local: string) => {
  watch.goTo(local)
  await announceTroubles(test.deps)
}
/** Subjects in order of arrival, when there are so many. */
async function subjects(count: number): Promise<string[]> {
  await expect.poll(() => notifications.inbox.received.length).toBeGreaterThanOrEqual(count)
  await notifications.jobsDone()
  return notifications.inbox.received.map(({ subject }) => String(subject).replace('【検針】', ''))
}
/** A device without a schedule, so that it is never overdue. */
const addDevice = (name: string) => watch.add({ name, intervalCrons: null })

describe('an error of a device', () => {
  it('is mailed once to those who want it, with its text, time, place and a link', async () => {
    const id = await addDevice('ポンプ室の<カメラ>')
    await addMeter(test.deps.database, test.own.id, { name: 'No.1 冷却水圧力', deviceId: id })
    await watch.edit(id, { mapPinId: await watch.addPin() })
    watch.goTo('2026-11-22T12:00')
    await heartbeat(id, { errors: ['E07 レンズが汚れています', 'E08'] })
    await announceAt('2026-11-22T12:01')
    await heartbeat(id, { errors: ['E07 レンズが汚れています'] })
    await announceAt('2026-11-22T12:02')
    await subjects(1)
    const [mail] = notifications.inbox.received
    expect(notifications.inbox.received).toHaveLength(1)
    expect(mail?.to).toMatchObject([{ address: notifications.reader.email }])
    expect(mail?.subject).toBe('【検針】端末のエラー: ポンプ室の<カメラ>')
    expect(mail?.text?.split('\n')).toEqual([
      `${notifications.reader.username} 様`,
      '',
      '「ポンプ室の<カメラ>」がエラーを報告しました。',
      '',
      'エラー内容: E07 レンズが汚れています',
      '発生日時: 2026年11月22日 12:00',
      '設置場所: 機械棟1階 ポンプ室前',
      '測定しているメーター: No.1 冷却水圧力',
      '',
      `端末: https://kenshin.example.com/devices/${id}`,
      '',
    ])
  })

  it('is over after an hour without one, and a mail says how long it lasted', async () => {
    const id = await addDevice('屋上のカメラ')
    watch.goTo('2026-11-22T12:00')
    await heartbeat(id, { errors: ['E07'] })
    await announceAt('2026-11-22T12:01')
    watch.goTo('2026-11-22T14:05:30')
    await heartbeat(id)
    await announceAt('2026-11-22T15:04')
    expect(await subjects(1)).toEqual(['端末のエラー: 屋上のカメラ'])
    await announceAt('2026-11-22T15:06')
    await announceAt('2026-11-22T15:07')
    expect(await subjects(2)).toEqual(['端末のエラー: 屋上のカメラ', '端末のエラー（回復）: 屋上のカメラ'])
    const text = notifications.inbox.received[1]?.text
    expect(text).toContain('「屋上のカメラ」のエラーは回復しました。')
    expect(text).toContain('回復日時: 2026年11月22日 14:05\n続いた時間: 2時間5分')
  })

  it('that comes and goes within the hour is one, and a device is mailed four times a day at most', async () => {
    const id = await addDevice('気まぐれなカメラ')
    const name = '端末のエラー: 気まぐれなカメラ'
    for (const tens of [1, 2, 3, 4]) {
      watch.goTo(`2026-11-22T12:${tens}0`)
      await heartbeat(id, { errors: ['E07'] })
      await announceAt(`2026-11-22T12:${tens}5`)
      await heartbeat(id)
    }
    expect(await subjects(1)).toEqual([name])
    const over = '端末のエラー（回復）: 気まぐれなカメラ'
    for (const hour of ['14', '16', '18', '20', '22']) {
      await announceAt(`2026-11-22T${hour}:00`)
      await heartbeat(id, { errors: ['E07'] })
      await announceAt(`2026-11-22T${hour}:01`)
      await heartbeat(id)
    }
    await announceAt('2026-11-22T23:30')
    expect((await subjects(8)).toSorted()).toEqual(
      [name, name, name, name, over, over, over, over].toSorted(),
    )
    watch.goTo('2026-11-24T12:00')
    await heartbeat(id, { errors: ['E07'] })
    await announceAt('2026-11-24T12:01')
    expect(await subjects(9)).toHaveLength(9)
  })

  it('beyond the fourth of a day is mailed a day after the first if it still lasts, and so is its end', async () => {
    const id = await addDevice('毎回のカメラ')
    const name = '端末のエラー: 毎回のカメラ'
    const over = '端末のエラー（回復）: 毎回のカメラ'
    for (const hour of ['12', '14', '16', '18', '20']) {
      await announceAt(`2026-11-22T${hour}:00`)
      await heartbeat(id, { errors: [`E${hour}`] })
      await announceAt(`2026-11-22T${hour}:01`)
      if (hour !== '20') await heartbeat(id)
    }
    await announceAt('2026-11-23T12:00')
    expect((await subjects(8)).toSorted()).toEqual(
      [name, name, name, name, over, over, over, over].toSorted(),
    )
    notifications.inbox.received.length = 0
    await announceAt('2026-11-23T12:02')
    await announceAt('2026-11-23T12:03')
    expect(await subjects(1)).toEqual([name])
    expect(notifications.inbox.received[0]?.text).toContain('エラー内容: E20\n発生日時: 2026年11月22日 20:00')
    await heartbeat(id)
    await announceAt('2026-11-23T13:04')
    expect(await subjects(2)).toEqual([name, over])
  })

  it('beyond the fourth of a day continues if it comes back within the hour', async () => {
    const id = await addDevice('続くカメラ')
    for (const hour of ['12', '14', '16', '18']) {
      await announceAt(`2026-11-22T${hour}:00`)
      await heartbeat(id, { errors: ['E07'] })
      await announceAt(`2026-11-22T${hour}:01`)
      await heartbeat(id)
    }
    await announceAt('2026-11-22T20:00')
    for (const minute of ['01', '31']) {
      watch.goTo(`2026-11-22T20:${minute}`)
      await heartbeat(id, { errors: ['E07'] })
      await heartbeat(id)
      await announceAt(`2026-11-22T20:${minute}:30`)
    }
    const troubles = () =>
      test.deps.database.asSystem((tx) => tx.$count(deviceTroubles, eq(deviceTroubles.deviceId, id)))
    expect(await troubles()).toBe(5)
    // It is over for good, so that another one is another trouble.
    await announceAt('2026-11-22T21:32')
    await heartbeat(id, { errors: ['E07'] })
    expect(await troubles()).toBe(6)
    await heartbeat(id)
    await announceAt('2026-11-22T22:33')
    expect(await subjects(8)).toHaveLength(8)
  })

  it('does not keep a low battery from being mailed, however many of them were', async () => {
    const id = await addDevice('弱ったカメラ')
    for (const hour of ['12', '14', '16', '18']) {
      await announceAt(`2026-11-22T${hour}:00`)
      await heartbeat(id, { errors: ['E07'] })
      await announceAt(`2026-11-22T${hour}:01`)
      await heartbeat(id)
    }
    await announceAt('2026-11-22T20:00')
    await subjects(8)
    notifications.inbox.received.length = 0
    await heartbeat(id, { batteryPer: 5 })
    await announceAt('2026-11-22T20:01')
    expect(await subjects(1)).toEqual(['電池残量の低下: 弱ったカメラ'])
  })

  it('that is over before people were told is one mail', async () => {
    const id = await addDevice('一瞬のカメラ')
    await heartbeat(id, { errors: ['E07'] })
    await heartbeat(id)
    await announceAt('2026-11-22T12:01')
    await announceAt('2026-11-22T14:00')
    expect(await subjects(1)).toEqual(['端末のエラー（回復）: 一瞬のカメラ'])
  })

  it('is mailed once, however many servers look at the same time', async () => {
    const id = await addDevice('人気のカメラ')
    await heartbeat(id, { errors: ['E07'] })
    await Promise.all(Array.from({ length: 4 }, () => announceTroubles(test.deps)))
    expect(await subjects(1)).toEqual(['端末のエラー: 人気のカメラ'])
  })

  it('of a deleted device is not mailed', async () => {
    const id = await addDevice('外したカメラ')
    await heartbeat(id, { errors: ['E07'] })
    await watch.edit(id, { deletedAt: test.deps.clock() })
    const other = await addDevice('残したカメラ')
    await heartbeat(other, { errors: ['E07'] })
    await announceAt('2026-11-22T12:01')
    expect(await subjects(1)).toEqual(['端末のエラー: 残したカメラ'])
  })
})

it('a low battery is mailed at the limit that the console shows, and again when it was charged', async () => {
  const id = await addDevice('電池のカメラ')
  await heartbeat(id, { batteryPer: 10 })
  await announceAt('2026-11-22T12:01')
  await heartbeat(id, { batteryPer: 9 })
  await announceAt('2026-11-22T12:02')
  expect(await subjects(1)).toEqual(['電池残量の低下: 電池のカメラ'])
  expect(notifications.inbox.received[0]?.text).toContain(
    '「電池のカメラ」の電池残量が少なくなっています。\n\n電池残量: 9%\n発生日時: 2026年11月22日 12:01\n設置場所: マップ未登録',
  )
  // Around the limit it neither ends, not even after an hour, nor begins again.
  for (const [hour, batteryPer] of [10, 9, 14, 8, 14].entries()) {
    watch.goTo(`2026-11-23T1${hour}:00`)
    await heartbeat(id, { batteryPer })
  }
  await announceAt('2026-11-23T16:00')
  watch.goTo('2026-11-24T12:30')
  await heartbeat(id, { batteryPer: 15 })
  await announceAt('2026-11-24T13:31')
  expect(await subjects(2)).toEqual(['電池残量の低下: 電池のカメラ', '電池残量の低下（回復）: 電池のカメラ'])
  expect(notifications.inbox.received[1]?.text).toContain('続いた時間: 2日')
})

it('the end of an outage is mailed once and says how long it lasted', async () => {
  const id = await watch.add({ name: '黙ったカメラ' })
  await watch.checkSilenceAt('2026-11-22T18:04')
  expect(await subjects(1)).toEqual(['通信エラー: 黙ったカメラ'])
  watch.goTo('2026-11-22T20:30')
  await watch.report(id)
  await watch.checkSilenceAt('2026-11-22T20:31')
  await watch.checkSilenceAt('2026-11-22T20:32')
  expect(await subjects(2)).toEqual(['通信エラー: 黙ったカメラ', '通信エラー（再開）: 黙ったカメラ'])
  expect(notifications.inbox.received[1]?.text).toContain(
    '再開日時: 2026年11月22日 20:30\n途絶えていた時間: 5時間30分',
  )
})

it('an outage that ends because its schedule was removed is not said to be over', async () => {
  const id = await watch.add({ name: '止めたカメラ' })
  await watch.checkSilenceAt('2026-11-22T18:04')
  expect(await subjects(1)).toEqual(['通信エラー: 止めたカメラ'])
  await watch.edit(id, { intervalCrons: null })
  await watch.checkSilenceAt('2026-11-22T18:05')
  expect(await subjects(1)).toEqual(['通信エラー: 止めたカメラ'])
})

describe('durationText', () => {
  it.each([
    ['2026-11-20T00:00:30Z', '0分'],
    ['2026-11-20T00:05:00Z', '5分'],
    ['2026-11-20T06:00:00Z', '6時間'],
    ['2026-11-20T02:05:59Z', '2時間5分'],
    ['2026-11-23T04:59:00Z', '3日4時間'],
    ['2026-11-21T00:10:00Z', '1日'],
  ])('writes the time until %s as %s', (to, text) =>
    expect(durationText(new Date('2026-11-20T00:00:00Z'), new Date(to))).toBe(text),
  )
})
