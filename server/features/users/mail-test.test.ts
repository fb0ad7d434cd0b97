import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/server/app.ts'
import { dataOf, failureOf } from '../../../tests/support/server/data.ts'
import { startSmtpServer } from '../../../tests/support/server/smtp.ts'
import { mailFailureText } from '../../mail/mail-failure.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

async function open(settings: Record<string, string>): Promise<TestApp> {
  const test = await createTestApp({ settings, hasStoppedClock: true })
  undo.push(test.close)
  return test
}
const send = (test: TestApp) => test.ask('POST', '/api/v1/mail-test', { as: test.own.system })

describe('a test mail', () => {
  it('is sent to the own address, five times a minute', async () => {
    const inbox = await startSmtpServer()
    undo.push(inbox.close)
    const test = await open({ SMTP_URL: inbox.url, PUBLIC_URL: 'https://kenshin.example.com' })
    const { email, username } = test.own.system
    expect(dataOf('testMail', await send(test))).toEqual({ to: email, outcome: 'sent' })
    expect(inbox.received).toHaveLength(1)
    expect(inbox.received[0]?.to).toMatchObject([{ address: email }])
    expect(inbox.received[0]?.text).toContain(`${username} 様`)
    for (let call = 2; call <= 5; call++) expect((await send(test)).status).toBe(200)
    expect(failureOf(await send(test))).toMatchObject({ code: 'too_many_requests' })
    expect(inbox.received).toHaveLength(5)
  })

  it('says that it was stored where no SMTP server is set', async () => {
    const test = await open({})
    const { email } = test.own.system
    expect(dataOf('testMail', await send(test))).toEqual({ to: email, outcome: 'stored' })
    const folder = join(test.dataDir, 'outbox-mail')
    const [name = ''] = readdirSync(folder)
    const mail = await PostalMime.parse(readFileSync(join(folder, name)))
    expect(mail.to).toMatchObject([{ address: email }])
    expect(mail.subject).toBe('【検針】試し送信')
  })

  it('says what the SMTP server answered when it is refused', async () => {
    const inbox = await startSmtpServer(true)
    undo.push(inbox.close)
    const test = await open({ SMTP_URL: inbox.url })
    expect(dataOf('testMail', await send(test))).toEqual({
      to: test.own.system.email,
      outcome: 'failed',
      reason: 'メールサーバーがメールを受け付けませんでした。サーバーの応答: 450 mailbox full',
    })
  })

  it('says that signing in failed, without the password that the server repeats', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        done(Object.assign(new Error(`wrong password ${password}`), { responseCode: 535 })),
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    undo.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const address = server.server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const test = await open({ SMTP_URL: `smtp://taro:p%40ss-word@127.0.0.1:${port}` })
    const { outcome, reason } = dataOf('testMail', await send(test))
    expect(outcome).toBe('failed')
    expect(reason).toMatch(
      /^メールサーバーにログインできませんでした。.*サーバーの応答: 535 .*wrong password \*\*\*$/,
    )
  })

  it('says that the SMTP server cannot be reached', async () => {
    const inbox = await startSmtpServer()
    await inbox.close()
    const test = await open({ SMTP_URL: inbox.url })
    expect(dataOf('testMail', await send(test)).reason).toBe(
      'メールサーバーに接続できませんでした。SMTP_URL のホスト名とポート番号、ファイアウォールを確認してください。',
    )
  })
})

it.each(['p@ss', 'p%40ss', 'cEBzcw==', 'AHRhcm8AcEBzcw=='])(
  'mailFailureText leaves %s out of the answer',
  (sent) => {
    const error = Object.assign(new Error(), { code: 'EAUTH', response: `535 ${sent} refused` })
    expect(mailFailureText(error, 'smtp://taro:p%40ss@mail.example.com')).toMatch(
      /サーバーの応答: 535 \*\*\* refused$/,
    )
  },
)
