import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { afterEach, expect, it } from 'vitest'
import { startSmtpServer } from '../../tests/support/server/smtp.ts'
import { createLog } from '../log.ts'
import { createMailer } from './mailer.ts'

const log = createLog('silent')
const mail = {
  to: 'taro@example.com',
  subject: '【検針】パスワード再設定の確認コード',
  text: '山田 様\n\n確認コード: ABCDE-23456\n.\n長い行: '.concat('あ'.repeat(400), '\n'),
}
const from = '検針 <kenshin@example.com>'

const undo: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const each of undo.splice(0)) await each()
})

async function smtpServer(refuse = false) {
  const server = await startSmtpServer(refuse)
  undo.push(server.close)
  return server
}

function sameMail(email: Email | undefined) {
  expect(email?.from).toMatchObject({ name: '検針', address: 'kenshin@example.com' })
  expect(email?.to).toMatchObject([{ address: mail.to }])
  expect(email?.subject).toBe(mail.subject)
  expect(email?.text?.trimEnd()).toBe(mail.text.trimEnd())
}

it('hands a mail to the SMTP server, whole', async () => {
  const { url, received } = await smtpServer()
  await createMailer({ SMTP_URL: url, MAIL_FROM: from, DATA_DIR: '/nonexistent' }, log).send(mail)
  expect(received).toHaveLength(1)
  sameMail(received[0])
})

it('sends HTML beside the text, and the pictures that it shows within it', async () => {
  const { url, received } = await smtpServer()
  const content = Buffer.from('not really a picture').toString('base64')
  await createMailer({ SMTP_URL: url, MAIL_FROM: from, DATA_DIR: '/nonexistent' }, log).send({
    ...mail,
    html: '<p>山田 様</p><img src="cid:meter@kenshin">',
    attachments: [{ cid: 'meter@kenshin', filename: 'meter.jpg', contentType: 'image/jpeg', content }],
  })
  sameMail(received[0])
  expect(received[0]?.html).toContain('<p>山田 様</p>')
  const [picture] = received[0]?.attachments ?? []
  expect(picture).toMatchObject({
    contentId: '<meter@kenshin>',
    filename: 'meter.jpg',
    mimeType: 'image/jpeg',
    disposition: 'inline',
  })
  expect(Buffer.from(picture?.content as ArrayBuffer).toString('base64')).toBe(content)
})

it.each([
  [undefined, ['PUBLIC_URL is not set: mails carry no links']],
  ['https://kenshin.example.com', []],
])('warns at the start where mails will carry no links: PUBLIC_URL %s', (PUBLIC_URL, said) => {
  const lines: string[] = []
  const loud = createLog('warn', { write: (line) => lines.push(JSON.parse(line).msg) })
  createMailer({ SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL, MAIL_FROM: from, DATA_DIR: '/none' }, loud)
  expect(lines).toEqual(said)
})

it('rejects when the SMTP server refuses the mail or is not there', async () => {
  const { url } = await smtpServer(true)
  const send = (SMTP_URL: string) =>
    createMailer({ SMTP_URL, MAIL_FROM: from, DATA_DIR: '/nonexistent' }, log).send(mail)
  await expect(send(url)).rejects.toThrow('mailbox full')
  await expect(send('smtp://127.0.0.1:1')).rejects.toThrow()
})

it('writes a mail as a file of its own that only the owner reads, where no SMTP server is set', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kenshin-mail-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  const mailer = createMailer({ SMTP_URL: undefined, MAIL_FROM: from, DATA_DIR: folder }, log)
  await mailer.send(mail)
  await mailer.send(mail)
  const outbox = join(folder, 'outbox-mail')
  const names = readdirSync(outbox)
  expect(names).toHaveLength(2)
  for (const name of names) {
    expect(name).toMatch(/\.eml$/)
    expect(statSync(join(outbox, name)).mode & 0o777).toBe(0o600)
    sameMail(await PostalMime.parse(readFileSync(join(outbox, name))))
  }
})
