import { IconList } from '@tabler/icons-react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { Tabbed } from './Tabbed.tsx'

beforeEach(() => page.viewport(390, 844))

const tabs = ['点検データ', '異常データ', '新規点検メーター', '異常検知端末'].map((label) => ({
  name: label,
  label,
  icon: IconList,
}))

/** Browsers scroll by whole pixels. */
const seen = (element: Element) => {
  const { left, right } = element.getBoundingClientRect()
  return left > -1 && right < window.innerWidth + 1
}

test.each(['点検データ', '異常検知端末'])(
  'the chosen tab stands on the screen of a phone: %s',
  async (name) => {
    const screen = await show(
      <Tabbed tabs={tabs} shown={name}>
        {name}の一覧
      </Tabbed>,
    )
    const tab = screen.getByRole('tab', { name })
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => seen(tab.element())).toBe(true)
    await expect.element(screen.getByRole('tabpanel', { name })).toHaveTextContent(`${name}の一覧`)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth)
  },
)

test('another tab is asked for by its name', async () => {
  const choose = vi.fn()
  const screen = await show(
    <Tabbed tabs={tabs} shown="点検データ" onChoose={choose}>
      {null}
    </Tabbed>,
  )
  await screen.getByRole('tab', { name: '異常データ' }).click()
  expect(choose).toHaveBeenCalledExactlyOnceWith('異常データ')
})
