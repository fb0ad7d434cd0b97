// Covers docs/requirements.md: 570

import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { TimeZone } from './currentMinute.ts'
import { PlainTime } from './PlainTime.tsx'
import { TimeText } from './TimeText.tsx'

test('a time is short to the eye, full on focus and to screen readers, in the organization’s zone', async () => {
  const screen = await show(
    <TimeZone value="Asia/Tokyo">
      <TimeText time="2020-11-18T00:00:05.000Z" />
    </TimeZone>,
  )
  await expect.element(screen.getByText('2020/11/18 09:00', { exact: true })).toBeVisible()
  const element = screen.container.querySelector('time')
  expect(element?.textContent).toContain('2020/11/18 09:00:05')
  element?.focus()
  await expect.element(screen.getByRole('tooltip')).toMatchTextContent('2020/11/18 09:00:05')
})

test('a copied table contains each time once, in full', async () => {
  const screen = await show(
    <TimeZone value="Asia/Tokyo">
      <p>
        測定 <TimeText time="2020-11-18T00:00:05.000Z" /> 登録 <PlainTime time="2020-11-18T00:01:00.000Z" />
      </p>
    </TimeZone>,
  )
  await expect.element(screen.getByText('2020/11/18 09:01', { exact: true })).toBeVisible()
  const selection = getSelection()
  selection?.selectAllChildren(screen.container)
  expect(selection?.toString().replace(/\s+/g, ' ').trim()).toBe(
    '測定 2020/11/18 09:00:05 登録 2020/11/18 09:01:00',
  )
})
