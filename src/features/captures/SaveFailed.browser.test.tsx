// Covers docs/requirements.md: 559

import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { DatabaseRefused } from '../../../offline/database.ts'
import { listRows } from '../../../offline/outbox.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aCategory, aMeter } from '../../../tests/support/responses/meters.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { categoriesQuery } from '../../lib/queries/categories.ts'
import { metersQuery } from '../../lib/queries/meters.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { CaptureScreen } from './CaptureScreen.tsx'

beforeEach(async () => {
  await resetPhone()
  await page.viewport(390, 844)
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => {
  vi.restoreAllMocks()
  notify.clear()
})

async function jpeg(): Promise<File> {
  const canvas = new OffscreenCanvas(64, 48)
  canvas.getContext('2d')?.fillRect(8, 8, 40, 20)
  return new File([await canvas.convertToBlob({ type: 'image/jpeg' })], 'meter.jpg', { type: 'image/jpeg' })
}

/** A photograph that could not be stored; the next one can. */
async function unsaved(failure: Error = new DOMException('lost', 'UnknownError')) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(categoriesQuery.queryKey, [aCategory({ id: 1, name: '丸型アナログ', type: 0 })])
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const screen = await showRouted(client, <CaptureScreen meterId={aMeter().id} />, ['/meters'])
  const choose = async () => userEvent.upload(screen.getByLabelText('写真を撮る・選ぶ'), await jpeg())
  vi.spyOn(crypto.subtle, 'digest').mockRejectedValueOnce(failure)
  await choose()
  const told = screen.getByText('写真を端末に保存できませんでした')
  await expect.element(told).toBeVisible()
  const press = (name: string) => screen.getByRole('button', { name, exact: true }).click()
  return { screen, choose, told, press }
}

test('a photograph that was saved to a file is not said to be lost: the screen is left, or it is taken again, without a question', async () => {
  const file = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  for (const way of ['撮り直す', '戻る']) {
    const { screen, told, press } = await unsaved()
    await press('写真をファイルに保存')
    await expect.element(screen.getByText(/^ファイルに保存しました。/)).toBeVisible()
    await press(way)
    await expect.element(told).not.toBeInTheDocument()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(screen.getByText(/の写真を端末に保存できませんでした/)).not.toBeInTheDocument()
    await screen.unmount()
  }
  expect(file).toHaveBeenCalledTimes(2)
})

test('where the browser stores nothing, a file and 「データを追加」 are the way', async () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { screen, press } = await unsaved(new DatabaseRefused('no'))
  await expect
    .element(
      screen.getByText(
        'このウィンドウでは、ブラウザが保存を許可していません。写真をファイルに保存して、ホームの「データを追加」から送信してください。',
      ),
    )
    .toBeVisible()
  await press('写真をファイルに保存')
  await expect
    .element(screen.getByText(/^ファイルに保存しました。/))
    .toHaveTextContent('ファイルに保存しました。')
  await press('撮り直す')
})

test('one that is nowhere else is discarded and taken again after a question', async () => {
  const { screen, choose, told, press } = await unsaved()
  await press('破棄して撮り直す')
  await press('この画面に残る')
  await expect.element(told).toBeVisible()
  await press('破棄して撮り直す')
  await screen.getByRole('dialog').getByRole('button', { name: '破棄して撮り直す' }).click()
  await expect.element(told).not.toBeInTheDocument()
  await choose()
  await expect.poll(() => listRows(anAccount().id)).toHaveLength(1)
})
