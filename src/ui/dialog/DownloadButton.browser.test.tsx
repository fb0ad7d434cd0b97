import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { DownloadButton } from './DownloadButton.tsx'
import type { DownloadOptions } from './download.ts'

function Screen({ start }: { start: (options: DownloadOptions) => Promise<number | null> }) {
  const [left, setLeft] = useState(false)
  window.addEventListener('popstate', () => setLeft(true), { once: true })
  return left ? <p>ほかの画面</p> : <DownloadButton label="CSV" title="CSVの出力" start={start} />
}

test('leaving the screen ends a download, and says so', async () => {
  const start = vi.fn((_: DownloadOptions) => new Promise<null>(() => {}))
  const screen = await show(<Screen start={start} />)
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'CSVの出力' })).toBeVisible()
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(screen.getByText('ほかの画面')).toBeVisible()
  expect(start.mock.calls[0]?.[0].signal.aborted).toBe(true)
  await expect.element(screen.getByText('CSVの出力を中止しました。')).toBeVisible()
})

test('leaving the screen after a download says nothing', async () => {
  const screen = await show(<Screen start={async () => 3} />)
  await screen.getByRole('button', { name: 'CSV' }).click()
  await expect.element(screen.getByText('3行のCSVを保存しました')).toBeVisible()
  window.dispatchEvent(new PopStateEvent('popstate'))
  await expect.element(screen.getByText('ほかの画面')).toBeVisible()
  await expect.element(screen.getByText('CSVの出力を中止しました。')).not.toBeInTheDocument()
})
