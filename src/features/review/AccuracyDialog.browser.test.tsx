// Covers docs/requirements.md: 1017, 1018, 1019

import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Accuracy } from '../../../contract/review/accuracy.ts'
import { dialogHasFocus } from '../../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { AccuracyDialog } from './AccuracyDialog.tsx'

afterEach(() => vi.restoreAllMocks())

const accuracy = (over: Partial<Accuracy>): Accuracy => ({
  id: 3,
  name: '受電',
  sure: { decided: 0, wrong: 0 },
  unsure: { decided: 40, wrong: 6 },
  blind: { decided: 10, wrong: 1 },
  seconds: 2.4,
  digit: 2,
  cause: 'digit',
  ...over,
})

test.each([390, 1440])(
  'it names meters that are read wrongly, with a cause and a way: %i px',
  async (width) => {
    await page.viewport(width, 900)
    const sent: unknown[] = []
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      if (request.method === 'PUT') sent.push(await request.json())
      if (pathname.endsWith('/blind-sample'))
        return Response.json({ success: true, data: { percent: sent.length === 0 ? 1 : 2 } })
      const data = {
        meters: [accuracy({}), accuracy({ id: 4, name: '給水', cause: null, digit: null, seconds: null })],
        categories: [accuracy({ name: 'カウンター', cause: null })],
        devices: [accuracy({ id: null, name: 'スマートフォン', cause: null })],
      }
      return Response.json({ success: true, data })
    })
    const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const screen = await showRouted(client, <AccuracyDialog onClose={() => undefined} />, ['/meters/$id'])
    await expect.element(screen.getByText(/^右から2桁目の読み違いが多くあります/)).toBeVisible()
    await expect
      .element(screen.getByRole('link', { name: 'メーターを開く' }))
      .toHaveAttribute('href', '/meters/3')
    await expect
      .element(screen.getByRole('row', { name: /^受電/ }))
      .toMatchTextContent('受電—6/40（15.0%）1/10（10.0%）右から22.4秒')
    await screen.getByText('カメラ', { exact: true }).click()
    await expect.element(screen.getByRole('row', { name: /^スマートフォン/ })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await screen.getByRole('button', { name: '抜き取り確認の割合' }).click()
    const setting = screen.getByRole('dialog', { name: '抜き取り確認' })
    await dialogHasFocus(/割合/)
    await userEvent.selectOptions(setting.getByRole('combobox', { name: '割合' }), '2%')
    await setting.getByRole('button', { name: '保存' }).click()
    await expect.element(setting).not.toBeInTheDocument()
    expect(sent).toEqual([{ percent: 2 }])
  },
)
