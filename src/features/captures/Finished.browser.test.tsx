// Covers docs/requirements.md: 620, 680

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CategoryType } from '../../../contract/categories.ts'
import type { Capture } from '../../../offline/captures.ts'
import { changeCapture, readCapture, saveCapture } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { inspector, photograph, resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { Finished } from './Finished.tsx'

beforeEach(resetPhone)

interface Shown {
  type?: CategoryType
  readable?: boolean
  waitsForSettings?: boolean
  contact?: string
}

async function showFinished(
  change: Partial<Capture> | null,
  { type = 0, readable = true, waitsForSettings = false, contact = '' }: Shown = {},
) {
  const { id } = await saveCapture(photograph(inspector))
  const capture = change && (await changeCapture(id, (row) => ({ ...row, ...change })))
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  const screen = await showRouted(
    client,
    <Finished
      meter={aMeter()}
      capture={capture ?? undefined}
      readable={readable}
      waitsForSettings={waitsForSettings}
      type={type}
      unit="MPa"
      contact={contact}
      online={false}
      next={null}
      onCorrect={() => undefined}
      onUndo={() => undefined}
      onAgain={() => undefined}
    />,
    ['/meters'],
  )
  return { id, screen, status: screen.getByRole('status').first() }
}

const failure = { code: 'bytes_damaged' as const, status: null, messages: [], at: 0 }
const removed = { at: Date.now(), from: 'queued' as const }

test.each<[string, Shown, RegExp]>([
  [
    'without settings',
    { waitsForSettings: true },
    /^写真だけを送信します.*読取の設定が済むと、この写真を読み取ります。/,
  ],
  [
    'of a category that cannot be read',
    { type: 4 },
    /^写真だけを送信します.*末に保存値は点検データの画面で入力できます。/,
  ],
  ['whose photograph was refused', {}, /^写真だけを送信します.*末に保存値は点検データの画面で入力できます。/],
])('of a meter %s the screen says what the photograph waits for', async (_, shown, words) => {
  const { status } = await showFinished({ state: 'queued' }, { ...shown, readable: false })
  await expect.element(status).toMatchTextContent(words)
  await expect.element(status).not.toMatchTextContent(/サーバーが値を読み取ります/)
})

test.each<[string, Partial<Capture> | null, RegExp]>([
  ['waits', { state: 'queued' }, /^サーバーが値を読み取ります.*電波が戻ると自動で送信します。$/],
  ['waits for a sign-in', { state: 'held-auth' }, /ログイン待ち.*ログインし直すと送信します。$/],
  ['was refused', { state: 'rejected', value: 1 }, /^サーバーが受け付けませんでした.*撮り直すか管理者に/],
  ['is damaged', { state: 'quarantined', lastError: failure }, /壊れています.*一致しません。撮り直して/],
  ['was set aside', { state: 'aside', removed }, /^この写真は保留にしています送信しません。/],
  ['was discarded', { state: 'discarded', removed, value: 1 }, /^この写真は破棄しました送信しません。/],
  ['is gone', null, /^送信状況を表示できません.*端末に見つかりません。$/],
])('of a capture that %s the screen says so, and promises nothing else', async (_, change, words) => {
  const { status } = await showFinished(change)
  await expect.element(status).toMatchTextContent(words)
  if (change?.state !== 'queued')
    await expect.element(status).not.toMatchTextContent(/電波が戻る|確定しました/)
})

const abnormal = { state: 'queued', value: 0.9, valueSource: 'accepted' } as const

test('an abnormal value that was confirmed offline is red and says its range, what to do and whom to call', async () => {
  const { screen, status } = await showFinished(abnormal, { contact: '設備課 03-1234-5678' })
  await expect.element(status).toMatchTextContent(/^異常0\.90.*で確定しました/)
  const advice = screen.getByRole('alert')
  await expect
    .element(advice)
    .toMatchTextContent(
      /^異常な値です異常範囲 0\.80 〜 1\.00 MPaアラートはまだ届いていません。.*電話で知らせてください。連絡先 設備課/,
    )
  expect(getComputedStyle(advice.element()).color).toBe('rgb(143, 26, 26)')
  await expect
    .element(advice.getByRole('link', { name: '03-1234-5678' }))
    .toHaveAttribute('href', 'tel:0312345678')
})

test.each([
  ['was received', 1, /急ぐときは、電話でも知らせてください。/],
  ['waits as a correction of what was received', null, /アラートはまだ届いていません。/],
] as const)(
  'of an abnormal value that %s the screen says whether the alert has arrived',
  async (_, sentAt, words) => {
    const { screen } = await showFinished({ ...abnormal, state: 'sent', sentAt })
    await expect.element(screen.getByRole('alert')).toMatchTextContent(words)
  },
)

test('without a contact an abnormal value says whom to tell', async () => {
  const { screen } = await showFinished(abnormal)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/連絡先 登録されていません。管理者に/)
})

test.each([
  ['a normal value', { ...abnormal, value: 0.7 }],
  ['an abnormal value that was discarded', { ...abnormal, state: 'discarded', removed }],
] as const)('%s asks nobody to call', async (_, change) => {
  const { screen, status } = await showFinished(change)
  await expect.element(status).toBeVisible()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['discarded', '元に戻す'],
  ['aside', '保留をやめる'],
] as const)('what is %s is put back where it is said', async (state, name) => {
  const { id, screen } = await showFinished({ state, removed })
  await screen.getByRole('button', { name }).click()
  await expect.poll(() => readCapture(id)).toMatchObject({ state: 'queued' })
})

test('with text of twice the size the words on a button stay on one line on a phone', async () => {
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  await page.viewport(390, 844)
  const { screen } = await showFinished({ state: 'queued', value: 0.42 })
  await expect.element(screen.getByText('修正', { exact: true })).toBeVisible()
  for (const name of ['修正', '元に戻す', 'もう一度撮影', 'メーター一覧'])
    expect(linesOf(screen.getByText(name, { exact: true }).element()), name).toBe(1)
})

/** The number of lines on which the text of an element is laid out. */
function linesOf(element: Element): number {
  const text = document.createRange()
  text.selectNodeContents(element)
  return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
}
