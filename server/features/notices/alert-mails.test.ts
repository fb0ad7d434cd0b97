// Covers docs/requirements.md: 288, 614

import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAlert, addDevice, addMeter, addReading } from '../../../tests/support/server/builders.ts'
import {
  type NotificationServer,
  openNotificationServer,
} from '../../../tests/support/server/notification-server.ts'
import { photograph } from '../../../tests/support/server/subjects.ts'
import { deviceReports } from '../../db/schema.ts'
import { sendNoticeMail } from './send-mail.ts'

let notifications: NotificationServer
let test: NotificationServer['test']
let inbox: NotificationServer['inbox']
let reader: NotificationServer['reader']
let wantsMail: NotificationServer['wantsMail']
let send: NotificationServer['send']
let meterOf: NotificationServer['meterOf']
let jobsDone: NotificationServer['jobsDone']
beforeAll(async () => {
  notifications = await openNotificationServer()
  ;({ test, inbox, reader, wantsMail, send, meterOf, jobsDone } = notifications)
})
beforeEach(() => {
  inbox.received.length = 0
})
afterAll(() => notifications.close())

describe('the mail of an alert', () => {
  it('tells each who wants it, once, what, when and where, with the picture within', async () => {
    const meter = await meterOf('No.1 <冷却水> 圧力')
    await send(meter.id, '09:00', 0.5)
    await send(meter.id, '14:03', 0.95, photograph)
    await send(meter.id, '14:30', 0.9)
    await expect.poll(() => inbox.received.length).toBe(1)
    await jobsDone()
    expect(inbox.received).toHaveLength(1)
    const [mail] = inbox.received
    expect(mail?.to).toMatchObject([{ address: reader.email }])
    expect(mail?.subject).toBe('【検針】異常: No.1 <冷却水> 圧力')
    for (const fact of [
      `${reader.username} 様`,
      '「No.1 <冷却水> 圧力」で異常を検出しました。',
      '異常範囲: 0.80 〜 1.00 MPa',
      `メーター: https://kenshin.example.com/meters/${meter.id}`,
    ]) {
      expect(mail?.text).toContain(fact)
    }
    expect(mail?.text).toMatch(/測定値: 0\.9[05] MPa/)
    expect(mail?.text).toMatch(/測定日時: 2026年11月20日 14:(03|30)/)
    expect(mail?.html).toContain('No.1 &lt;冷却水&gt; 圧力')
    expect(mail?.text).toMatch(
      /^アラート: https:\/\/kenshin\.example\.com\/alerts\?tab=occurring&alert=\d+&value=\d+$/m,
    )
    expect(mail?.html).toMatch(
      /<a href="https:\/\/kenshin\.example\.com\/alerts\?tab=occurring&amp;alert=\d+&amp;value=\d+">/,
    )
  })

  it('shows the picture, and is not sent before it has been read', async () => {
    const meter = await meterOf('写真のメーター')
    await send(meter.id, '10:00', null, photograph)
    await expect.poll(() => inbox.received.length).toBe(1)
    const [mail] = inbox.received
    expect(mail?.text).toContain('測定値: データ無し')
    const [picture] = mail?.attachments ?? []
    expect(mail?.html).toContain(`<img src="cid:${picture?.contentId?.slice(1, -1)}"`)
    expect(await sharp(Buffer.from(picture?.content as ArrayBuffer)).metadata()).toMatchObject({
      format: 'jpeg',
    })
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute(sql`select read_state from readings where meter_id = ${meter.id}`),
    )
    expect(rows).not.toContainEqual({ read_state: 0 })
  })

  it('of an alert that arrives late says that it is over', async () => {
    const meter = await meterOf('遅れて届いたメーター')
    await send(meter.id, '12:00', 0.5)
    await send(meter.id, '08:00', 0.9)
    await expect.poll(() => inbox.received.length).toBe(1)
    expect(inbox.received[0]?.subject).toBe('【検針】異常（終了）: 遅れて届いたメーター')
    expect(inbox.received[0]?.text).toContain('現在は終了しています。')
    expect(inbox.received[0]?.text).toContain('終了日時: 2026年11月20日 12:00')
  })

  it('names the range that its alert was judged by, not the one that the meter has by now', async () => {
    const { database } = test.deps
    const range = { emergencyStartValue: 1.3, emergencyEndValue: 1.5 }
    const meter = await addMeter(database, test.own.id, { name: '範囲を変えたメーター', ...range })
    const reading = await addReading(database, meter, { value: 0.9, isAbnormal: true })
    const judged = {
      isAlert: false,
      endReason: 'value' as const,
      emergencyStartValue: 0.8,
      emergencyEndValue: 1,
    }
    const { id: alertId } = await addAlert(database, reading, judged)
    await sendNoticeMail(test.deps, {
      organizationId: test.own.id,
      subject: 'alert',
      id: alertId,
      userId: reader.id,
    })
    expect(inbox.received[0]?.text).toContain('異常範囲: 0.8 〜 1.0 MPa')
    expect(inbox.received[0]?.html).toContain('<td>0.8 〜 1.0 MPa</td>')
  })

  it('names the current that an analog unit measured in a broken loop', async () => {
    const { database } = test.deps
    const { id: deviceId } = await addDevice(database, test.own.id, { type: 4 })
    const meter = await addMeter(database, test.own.id, { name: '断線したメーター', deviceId })
    const at = new Date()
    const [report] = await database.asSystem((tx) =>
      tx
        .insert(deviceReports)
        .values({
          organizationId: test.own.id,
          deviceId,
          kind: 'analog',
          createdAt: at,
          receivedAt: at,
          measured: 3.2,
        })
        .returning(),
    )
    const broken = { value: null, isAbnormal: true, reasons: ['loop broken'] }
    const source = { source: 'analog', valueSource: 'reader', deviceId, reportId: report?.id ?? 0 } as const
    const reading = await addReading(database, meter, { ...broken, ...source })
    const { id: alertId } = await addAlert(database, reading)
    await sendNoticeMail(test.deps, {
      organizationId: test.own.id,
      subject: 'alert',
      id: alertId,
      userId: reader.id,
    })
    expect(inbox.received[0]?.text).toContain('測定値: データ無し（断線の疑い、3.20 mA）')
  })

  it.each([
    ['whose alert has gone', async (meterId: number) => correctAll(meterId)],
    ['of one who wants none any more', async () => wantsMail(reader, false)],
    ['of a stopped organization', async () => setStatus(1)],
  ])('%s is not sent', async (_title, before) => {
    const meter = await meterOf('止めたメーター')
    const { rows } = await test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`
        insert into readings (organization_id, meter_id, value, value_source, source, is_abnormal, created_at)
        values (${test.own.id}, ${meter.id}, 0.9, 'entered', 'entry', true, now())`)
      return tx.execute<{ id: number }>(sql`
        insert into alerts (organization_id, meter_id, is_alert, is_alerted, created_at, first_reading_id,
          latest_at, reading_id, updated_at)
        select organization_id, meter_id, true, true, created_at, id, created_at, id, created_at
        from readings where meter_id = ${meter.id} returning id::int`)
    })
    const job = {
      organizationId: test.own.id,
      subject: 'alert',
      id: rows[0]?.id ?? 0,
      userId: reader.id,
    }
    await before(meter.id)
    try {
      await sendNoticeMail(test.deps, job)
      expect(inbox.received).toEqual([])
    } finally {
      await wantsMail(reader, true)
      await setStatus(0)
    }
    const isGone = (
      await test.deps.database.asSystem((tx) => tx.execute(sql`select from alerts where id = ${job.id}`))
    ).rowCount
    await sendNoticeMail(test.deps, job)
    expect(inbox.received).toHaveLength(isGone ?? 0)
  })
})

const setStatus = (status: number) =>
  test.deps.database.asSystem((tx) =>
    tx.execute(sql`update organizations set status = ${status} where id = ${test.own.id}`),
  )
const correctAll = (meterId: number) =>
  test.deps.database.asSystem((tx) => tx.execute(sql`delete from alerts where meter_id = ${meterId}`))
