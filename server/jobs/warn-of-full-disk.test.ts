import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { role } from '../../contract/access.ts'
import { organizationStatus } from '../../contract/organizations.ts'
import { buildOrganization, buildUser } from '../../tests/support/server/accounts.ts'
import { createTestApp, type TestApp } from '../../tests/support/server/app.ts'
import { startSmtpServer } from '../../tests/support/server/smtp.ts'
import { diskStateOf, type Volume } from '../storage/disk-space.ts'
import { warnOfFullDisk } from './warn-of-full-disk.ts'

const GB = 1_000_000_000

it('mails every system administrator who can sign in what is full, what happens and what to do', async () => {
  const inbox = await startSmtpServer()
  const block = 4096
  let free = 50 * GB
  const test = await createTestApp({
    work: true,
    settings: { SMTP_URL: inbox.url, PUBLIC_URL: 'https://kenshin.example.com', DISK_RESERVE: '5GB' },
    measureDisk: async () => ({ bsize: block, blocks: (100 * GB) / block, bavail: free / block }),
  })
  try {
    const stopped = await buildOrganization(test.deps.database, { status: organizationStatus.stopped })
    await buildUser(test.deps.database, stopped, { role: role.system })
    const leave = (bytes: number) => {
      free = bytes
      // The last measurement expires.
      test.advance(10_000)
      return warnOfFullDisk(test.deps)
    }
    const mailTo = ({ email }: { email: string }) =>
      inbox.received.filter(({ to }) => to?.[0]?.address === email)
    const { own, other } = test
    await leave(8.2 * GB)
    await expect.poll(() => inbox.received.length).toBe(2)
    expect([mailTo(own.system).length, mailTo(other.system).length]).toEqual([1, 1])
    expect(mailTo(own.system)[0]?.subject).toBe(
      '【検針】空き容量が少なくなっています: データベースと写真の保存先',
    )
    expect(mailTo(own.system)[0]?.text?.split('\n')).toEqual([
      `${own.system.username} 様`,
      '',
      'サーバーのデータベースと写真の保存先の空き容量が、10%を下回りました。',
      '',
      '空き容量: 8.2 GB（全体100.0 GBの8%）',
      '写真と値: 受け付けます。空きが5.0 GBを下回ると、写真を受け付けなくなります',
      '対応: ディスクを増やす、古いバックアップを別のディスクに移す、組織の画像保存期間を短くするなどして、空きを作ってください',
      '',
      '組織の一覧: https://kenshin.example.com/organizations',
      '',
    ])
    await leave(4.9 * GB)
    await expect.poll(() => inbox.received.length).toBe(4)
    expect(mailTo(own.system)[1]?.subject).toBe(
      '【検針】空き容量の不足により写真を受け付けていません: データベースと写真の保存先',
    )
    expect(mailTo(own.system)[1]?.text?.split('\n')).toEqual([
      `${own.system.username} 様`,
      '',
      'サーバーのデータベースと写真の保存先の空き容量が、確保しておく容量（5.0 GB）を下回りました。新しい写真を受け付けていません。',
      '',
      '空き容量: 4.9 GB（全体100.0 GBの4%）',
      '写真: 受け付けません。スマートフォンの写真は端末に残り、空きができると自動的に送信されます',
      '値: 受け付けます',
      '対応: ディスクを増やす、古いバックアップを別のディスクに移す、組織の画像保存期間を短くするなどして、空きを作ってください',
      '',
      '組織の一覧: https://kenshin.example.com/organizations',
      '',
    ])
  } finally {
    await test.close()
    await inbox.close()
  }
})

describe('warnOfFullDisk', () => {
  let test: TestApp
  beforeAll(async () => {
    test = await createTestApp()
  })
  afterAll(() => test.close())
  const forget = () =>
    test.deps.database.asSystem(async (tx) => {
      await tx.execute(sql`delete from disk_warnings`)
      await tx.execute(sql`delete from pgboss.job where name = 'send-mail'`)
    })
  beforeEach(forget)
  afterEach(forget)

  const volume = (name: Volume['name'], free: number, device = 1): Volume => {
    const sizes = { free: free * GB, size: 100 * GB, reserve: 5 * GB }
    return { name, device, ...sizes, state: diskStateOf(sizes) }
  }
  const look = (...volumes: Volume[]) =>
    warnOfFullDisk({ ...test.deps, disk: { volumes: async () => volumes, state: async () => 'ok' } })

  /** What the system administrator of `own` is sent. */
  async function subjects(): Promise<string[]> {
    const { rows } = await test.deps.database.asSystem((tx) =>
      tx.execute<{ subject: string }>(sql`
        select data ->> 'subject' as subject from pgboss.job
        where name = 'send-mail' and data ->> 'to' = ${test.own.system.email} order by created_on`),
    )
    return rows.map(({ subject }) => subject.replace('【検針】', ''))
  }
  const low = '空き容量が少なくなっています: 写真の保存先'
  const full = '空き容量の不足により写真を受け付けていません: 写真の保存先'

  it('sends nothing while there is enough space', async () => {
    await look(volume('pictures', 10))
    expect(await subjects()).toEqual([])
  })

  it('sends one mail at each limit, however many servers look and however often', async () => {
    await Promise.all(Array.from({ length: 4 }, () => look(volume('pictures', 9))))
    await look(volume('pictures', 8))
    expect(await subjects()).toEqual([low])
    await Promise.all(Array.from({ length: 4 }, () => look(volume('pictures', 4))))
    await look(volume('pictures', 3))
    expect(await subjects()).toEqual([low, full])
  })

  it('sends only the worse mail when both limits are passed at once', async () => {
    await look(volume('pictures', 4))
    await look(volume('pictures', 9))
    expect(await subjects()).toEqual([full])
  })

  it('sends a mail again only after there is a tenth more space than the limit', async () => {
    await look(volume('pictures', 9))
    await look(volume('pictures', 10.9))
    await look(volume('pictures', 9))
    expect(await subjects()).toEqual([low])
    await look(volume('pictures', 11.1))
    await look(volume('pictures', 9))
    expect(await subjects()).toEqual([low, low])
  })

  it('sends the mail about the reserve again after that has recovered, even below a tenth', async () => {
    await look(volume('pictures', 4))
    await look(volume('pictures', 5.4))
    await look(volume('pictures', 4))
    expect(await subjects()).toEqual([full])
    await look(volume('pictures', 6))
    await look(volume('pictures', 4))
    expect(await subjects()).toEqual([full, full])
  })

  it('reports each file system by itself, and volumes on one file system together', async () => {
    await look(volume('database', 9, 1), volume('pictures', 50, 2))
    await look(volume('database', 9, 1), volume('pictures', 4, 2))
    expect(await subjects()).toEqual(['空き容量が少なくなっています: データベースの保存先', full])
    await forget()
    await look(volume('database', 9), volume('pictures', 9))
    expect(await subjects()).toEqual(['空き容量が少なくなっています: データベースと写真の保存先'])
  })
})
