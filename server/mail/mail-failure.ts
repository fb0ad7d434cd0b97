interface SmtpError extends Error {
  code?: string
  /** The answer of the SMTP server. */
  response?: string
}

const unreachable =
  'メールサーバーに接続できませんでした。SMTP_URL のホスト名とポート番号、ファイアウォールを確認してください。'

const texts: Record<string, string> = {
  EAUTH:
    'メールサーバーにログインできませんでした。SMTP_URL のユーザー名とパスワードを確認してください（記号は %40 のように書きます）。',
  EDNS: 'メールサーバーが見つかりません。SMTP_URL のホスト名を確認してください。',
  ECONNECTION: unreachable,
  ESOCKET: unreachable,
  ETIMEDOUT: 'メールサーバーから時間内に応答がありませんでした。SMTP_URL のポート番号を確認してください。',
  ETLS: 'メールサーバーとの暗号化された接続を開始できませんでした。SMTP_URL の smtp:// と smtps:// を確認してください。',
  EENVELOPE: 'メールサーバーが差出人または宛先を拒否しました。MAIL_FROM を確認してください。',
}

const longestAnswer = 500

/** Returns why a mail could not be handed over, with the answer of the SMTP server but without its credentials. */
export function mailFailureText(error: unknown, smtpUrl: string): string {
  const { code = '', response } = error as SmtpError
  const text = texts[code] ?? 'メールサーバーがメールを受け付けませんでした。'
  return response === undefined
    ? text
    : `${text}サーバーの応答: ${withoutCredentials(response, smtpUrl).slice(0, longestAnswer)}`
}

/** Some servers repeat what they were sent. */
function withoutCredentials(answer: string, smtpUrl: string): string {
  const { username, password } = new URL(smtpUrl)
  const [user, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  const base64 = (given: string) => Buffer.from(given).toString('base64')
  // The longest first, because one may contain another.
  const sent = [base64(`\0${user}\0${secret}`), base64(secret), password, secret]
  return secret === '' ? answer : sent.reduce((text, part) => text.replaceAll(part, '***'), answer)
}
