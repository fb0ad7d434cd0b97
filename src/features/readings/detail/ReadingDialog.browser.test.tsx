// Covers docs/requirements.md: 18, 62, 64, 65, 66, 149, 617, 632, 697, 699, 800

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  abnormal,
  confirmed,
  openReading,
  serveDialog,
  server,
} from '../../../../tests/support/components/reading-dialog.tsx'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { refusedForClosedMonths } from '../../../../tests/support/responses/closedMonths.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { readingKeys } from '../../../lib/queries/readings.ts'
import { notify } from '../../../ui/notice/notify.tsx'
import { ReadingDialog } from './ReadingDialog.tsx'

serveDialog()

test('what woke the camera is said at home only, AI boost everywhere', async () => {
  const { title, screen } = await openReading({ wakeup: true })
  await expect.element(title).toMatchTextContent(/（手動起動）/)
  await expect.element(title.getByRole('img', { name: 'AIブースト有効' })).toBeVisible()
  await screen.unmount()
  const elsewhere = await openReading({})
  await expect.element(elsewhere.title).not.toMatchTextContent(/手動起動/)
  await expect.element(elsewhere.title.getByRole('img', { name: 'AIブースト有効' })).toBeVisible()
})

test.each([
  [0, 'タイマー起動'],
  [1, '手動起動'],
  [2, 'ハートビート'],
] as const)('of reason %d the title says %s', async (wakeup_reason, words) => {
  const { title } = await openReading({ reading: aReading({ wakeup_reason }), wakeup: true })
  await expect.element(title).toMatchTextContent(`（${words}）`)
})

test.each([
  [1440, 0.8],
  [768, 0.8],
  [767, 1],
])('in a window %i px wide it takes a share of %d', async (width, share) => {
  await page.viewport(width, 900)
  await openReading({})
  await expect
    .poll(() => document.querySelector('[role=dialog]')?.getBoundingClientRect().width)
    .toBeCloseTo(width * share, 0)
  await page.viewport(390, 844)
})

test.each([
  ['abnormal', abnormal, undefined, 'rgb(163, 34, 27)'],
  ['empty', aReading({ value: null, is_abnormal: true }), undefined, 'rgb(163, 34, 27)'],
  ['normal', aReading(), undefined, 'rgb(67, 88, 108)'],
  ['a normal one among alerts', aReading(), confirmed, 'rgb(11, 111, 101)'],
] as const)('the ground of the title tells what the reading is: %s', async (_, reading, alert, ground) => {
  const { title } = await openReading({ reading, ...(alert && { alert }) })
  const header = title.element().closest('header')
  expect(header && getComputedStyle(header).backgroundColor).toBe(ground)
})

test('on a phone 削除 is not among the buttons at the thumb', async () => {
  await page.viewport(390, 844)
  const { screen } = await openReading({})
  const remove = screen.getByRole('button', { name: '削除' })
  await expect.element(remove).toBeInTheDocument()
  const closing = screen.getByRole('button', { name: '閉じる' }).last().element()
  const actions = closing.closest('[data-at-thumb]')
  expect(actions?.contains(remove.element())).toBe(false)
  await page.viewport(820, 1180)
  await expect.poll(() => actions?.contains(remove.element())).toBe(true)
  await page.viewport(390, 844)
})

test('the title leads to the reading’s own page', async () => {
  const { title } = await openReading({})
  const link = title.getByRole('link')
  await expect.element(link).toHaveAttribute('href', '/meter-value/7')
  await expect.element(link).toHaveAttribute('target', '_blank')
})

/** A dialog over a list that reading 7 leaves. */
function Reviewed({ onMove }: { onMove: (id: number) => void }) {
  const [listed, setListed] = useState([{ id: 9 }, { id: 7 }, { id: 5 }])
  window.addEventListener('corrected', () => setListed([{ id: 9 }, { id: 5 }]), { once: true })
  return (
    <>
      <p>{`${listed.length} 件`}</p>
      <ReadingDialog id={7} listed={listed} onMove={onMove} onClose={vi.fn()} />
    </>
  )
}

test('a reading that its correction takes out of the list still leads on to its neighbours', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(readingKeys.one(7), abnormal)
  const onMove = vi.fn()
  const screen = await showRouted(client, <Reviewed onMove={onMove} />, ['/meter-value/$id'])
  const next = screen.getByRole('button', { name: '次の測定値' })
  await expect.element(next).toBeEnabled()
  window.dispatchEvent(new Event('corrected'))
  await expect.element(screen.getByText('2 件')).toBeInTheDocument()
  await next.click()
  expect(onMove.mock.calls).toEqual([[5]])
})

test('arrow keys in the calendar of 測定日時 do not lead to another reading', async () => {
  const { screen, onMove } = await openReading({ listed: [{ id: 9 }, { id: 7 }, { id: 5 }] })
  await screen.getByRole('button', { name: '測定日時を編集' }).click()
  await screen.getByRole('button', { name: '測定日時', exact: true }).click()
  const day = screen.getByRole('button', { name: '2026年11月18日' })
  await expect.element(day).toBeVisible()
  day.element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('button', { name: '2026年11月19日' })).toHaveFocus()
  expect(onMove).not.toHaveBeenCalled()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: '2026年11月19日' })).not.toBeInTheDocument()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => onMove.mock.calls).toEqual([[5]])
})

test('the error of a deletion disappears with the dialog', async () => {
  const { screen } = await openReading({})
  await screen.getByRole('button', { name: '削除' }).click()
  await screen.getByRole('dialog', { name: '測定値の削除' }).getByRole('button', { name: '削除' }).click()
  await expect.element(screen.getByText('測定値を削除できませんでした')).toBeVisible()
  await screen.unmount()
  expect(notify.isShown('failure:測定値を削除できませんでした')).toBe(false)
})

test('the notification of a deletion says how many alerts disappeared with it', async () => {
  const { screen } = await openReading({})
  server.answer = () => Response.json({ success: true, data: { removed_alerts: 2 } })
  await screen.getByRole('button', { name: '削除' }).click()
  await screen.getByRole('dialog', { name: '測定値の削除' }).getByRole('button', { name: '削除' }).click()
  await expect.element(screen.getByText(/。この変更で、アラート 2件がなくなりました。$/)).toBeVisible()
})

test('a deletion that changes a closed month is asked about; one that is declined is no failure', async () => {
  const { screen } = await openReading({})
  server.answer = refusedForClosedMonths
  const press = async () => {
    await screen.getByRole('button', { name: '削除' }).click()
    await screen.getByRole('dialog', { name: '測定値の削除' }).getByRole('button', { name: '削除' }).click()
  }
  await press()
  const question = screen.getByRole('dialog', { name: '締め済みの月が変わります' })
  await question.getByRole('button', { name: 'やめる' }).click()
  await expect.element(question).not.toBeInTheDocument()
  await press()
  await expect.element(question).toBeVisible()
  expect(notify.isShown('failure:測定値を削除できませんでした')).toBe(false)
  server.answer = () => Response.json({ success: true, data: { removed_alerts: 0 } })
  await question.getByRole('button', { name: 'このまま続ける' }).click()
  await expect.element(screen.getByText('測定値を削除しました')).toBeVisible()
})
