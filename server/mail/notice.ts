import type { Mail } from './mailer.ts'

/** Label and text. */
export type Line = [label: string, text: string]

interface Notice {
  subject: string
  statement: string
  facts: Line[]
  /** Paths in the console. */
  links: Line[]
  picture?: { cid: string; alt: string; jpeg: Uint8Array } | null
}

interface NoticeOptions {
  publicUrl: string | undefined
  instead: boolean
}

/** For members who asked for notifications only, and could not be reached. */
const insteadText =
  '通知を届けられないブラウザがあるため、メールでお知らせします。アラートの画面で通知の設定を確認してください。'

/** A notification of a meter or a device for one person. */
export function noticeMail(
  { subject, statement, facts, links, picture = null }: Notice,
  recipient: { username: string; email: string },
  { publicUrl, instead }: NoticeOptions,
): Mail {
  const addresses =
    publicUrl === undefined ? [] : links.map(([label, path]): Line => [label, `${publicUrl}${path}`])
  const text = [
    `${recipient.username} 様`,
    '',
    statement,
    '',
    ...facts.map(([label, fact]) => `${label}: ${fact}`),
    ...(addresses.length > 0 ? ['', ...addresses.map(([label, address]) => `${label}: ${address}`)] : []),
    ...(instead ? ['', insteadText] : []),
    '',
  ].join('\n')
  const html = [
    '<!doctype html><html lang="ja"><body style="font-family: sans-serif; line-height: 1.6">',
    `<p>${escapeHtml(recipient.username)} 様</p><p><strong>${escapeHtml(statement)}</strong></p>`,
    '<table style="border-collapse: collapse">',
    ...facts.map(
      ([label, fact]) =>
        `<tr><th style="text-align: left; padding: 2px 16px 2px 0">${escapeHtml(label)}</th><td>${escapeHtml(fact)}</td></tr>`,
    ),
    '</table>',
    ...(picture === null
      ? []
      : [
          `<p><img src="cid:${picture.cid}" alt="${escapeHtml(picture.alt)}" style="max-width: 100%; height: auto"></p>`,
        ]),
    ...addresses.map(([label, address]) => `<p><a href="${escapeHtml(address)}">${label}</a></p>`),
    ...(instead ? [`<p>${insteadText}</p>`] : []),
    '</body></html>',
  ].join('\n')
  const attachment = picture && {
    cid: picture.cid,
    filename: 'meter.jpg',
    contentType: 'image/jpeg',
    content: Buffer.from(picture.jpeg).toString('base64'),
  }
  return { to: recipient.email, subject, text, html, attachments: attachment === null ? [] : [attachment] }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
