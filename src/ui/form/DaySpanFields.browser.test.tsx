// Covers docs/requirements.md: 567

import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { Dialog } from '../dialog/Dialog.tsx'
import { TimeZone } from '../text/currentMinute.ts'
import { DaySpanFields } from './DaySpanFields.tsx'

function Form({ onClose }: { onClose: () => void }) {
  const [span, setSpan] = useState<{ from?: string | undefined; to?: string | undefined }>({
    from: '2026-11-20',
  })
  return (
    <Dialog title="絞り込み" opened dirty onClose={onClose}>
      <DaySpanFields {...span} onChange={setSpan} />
    </Dialog>
  )
}

test('in the months and years of a calendar Escape closes the calendar, not the dialog around it', async () => {
  const onClose = vi.fn()
  const screen = await show(<Form onClose={onClose} />)
  const field = screen.getByRole('button', { name: '開始日', exact: true })
  for (const heads of [['2026年11月'], ['2026年11月', '2026年']]) {
    await userEvent.click(field)
    for (const head of heads) await userEvent.click(screen.getByRole('button', { name: head, exact: true }))
    await expect.poll(() => document.activeElement?.closest('[data-dates-dropdown]')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveFocus()
    await expect.poll(() => document.querySelector('[data-dates-dropdown]')).toBeNull()
  }
  expect(screen.getByRole('dialog').elements()).toHaveLength(1)
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['Pacific/Kiritimati', '2026年11月19日'],
  ['Pacific/Pago_Pago', '2026年11月17日'],
])('in %s the day that a calendar marks is %s', async (zone, day) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T10:30:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const screen = await show(
    <TimeZone value={zone}>
      <DaySpanFields onChange={() => undefined} />
    </TimeZone>,
  )
  await userEvent.click(screen.getByRole('button', { name: '開始日', exact: true }))
  await expect
    .element(screen.getByRole('button', { name: day, exact: true }))
    .toHaveAttribute('aria-current', 'date')
  expect(document.querySelectorAll('[aria-current]')).toHaveLength(1)
})
