import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Env } from '../env.ts'
import type { Log } from '../log.ts'

/** Plain text, and HTML where there is more to show. JSON-serializable. */
export interface Mail {
  to: string
  subject: string
  text: string
  html?: string
  /** Referenced by the HTML as `cid:`. */
  attachments?: Attachment[]
}

interface Attachment {
  cid: string
  filename: string
  contentType: string
  content: string
}

/** Resolves when the mail is handed over; a rejection may be retried. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}

type Settings = Pick<Env, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'PUBLIC_URL'>

export function createMailer(settings: Settings, log: Log): Mailer {
  if (settings.SMTP_URL !== undefined) {
    if (settings.PUBLIC_URL === undefined) log.warn('PUBLIC_URL is not set: mails carry no links')
    return smtpMailer(settings.SMTP_URL, settings.MAIL_FROM)
  }
  const folder = join(settings.DATA_DIR, 'outbox-mail')
  log.warn(`SMTP_URL is not set: mails are written to ${folder}`)
  return fileMailer(folder, settings.MAIL_FROM)
}

function smtpMailer(url: string, from: string): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  })
  return {
    async send(mail) {
      await transport.sendMail({ from, ...messageOf(mail) })
    },
  }
}

function fileMailer(folder: string, from: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await transport.sendMail({ from, ...messageOf(mail) })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`
      // Never visible half-written.
      await writeFile(join(folder, `.${name}`), message, { mode: 0o600 })
      await rename(join(folder, `.${name}`), join(folder, name))
    },
  }
}

const messageOf = ({ attachments = [], ...mail }: Mail) => ({
  ...mail,
  attachments: attachments.map((attachment) => ({
    ...attachment,
    encoding: 'base64',
    contentDisposition: 'inline' as const,
  })),
})
