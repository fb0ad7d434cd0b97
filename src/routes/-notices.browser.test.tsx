// Covers docs/requirements.md: 651

import { Button } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { showRouted } from '../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../tests/support/responses/account.ts'
import { UserMenu } from '../features/sessions/UserMenu.tsx'
import { Shell } from '../features/shell/Shell.tsx'
import { accountQuery } from '../lib/queries/account.ts'
import { Page } from '../ui/layout/Page.tsx'
import { NotificationList } from '../ui/notice/NotificationList.tsx'
import { notify } from '../ui/notice/notify.tsx'

beforeEach(() => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'))
})
afterEach(() => {
  notify.clear()
  document.documentElement.style.fontSize = ''
  window.scrollTo({ top: 0 })
  vi.restoreAllMocks()
})

/** The elements whose middle something else lies over. */
const covered = (elements: readonly Element[]): string[] =>
  elements
    .filter((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return !element.contains(hit) && !hit?.contains(element)
    })
    .map((element) => element.getAttribute('aria-label') ?? element.textContent)

async function open(width: number, height: number) {
  await page.viewport(width, height)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  return showRouted(
    client,
    <>
      {/* That of the tests. */}
      <style>{'.mantine-Notifications-root[data-position="bottom-right"] { display: none }'}</style>
      <Shell unsent={null} userMenu={<UserMenu />} onCapture={() => undefined} onSearch={() => undefined}>
        <Page title="メーター" action={<Button>メーターを追加</Button>}>
          <div style={{ height: 3000 }}>
            <Button>表示列</Button>
          </div>
        </Page>
      </Shell>
      <NotificationList />
    </>,
    ['/meters', '/alerts', '/my-page'],
  )
}

const noted = (screen: { baseElement: HTMLElement }) =>
  screen.baseElement.querySelectorAll('[data-position="top-right"] [role="alert"]').length

/** Where it can be pressed. */
const isStill = async (control: Locator) => {
  await expect.element(control).toBeVisible()
  await expect.poll(() => covered([control.element()])).toEqual([])
}

test.each([
  [390, 844],
  [820, 1180],
  [1440, 900],
])('at %d px failures lie over neither header nor menus nor the page’s controls', async (width, height) => {
  const screen = await open(width, height)
  await expect.element(screen.getByRole('heading', { name: 'メーター' })).toBeVisible()
  for (let number = 1; number <= 5; number += 1)
    notify.failure(new Error('refused'), {
      title: `${number}号ポンプを保存できませんでした`,
      retry: () => undefined,
    })
  await expect.poll(() => noted(screen)).toBe(5)
  const controls = [...document.querySelectorAll('header button, nav a, nav button')]
  expect(controls.length).toBeGreaterThan(3)
  await expect.poll(() => covered(controls)).toEqual([])
  await isStill(screen.getByRole('button', { name: 'メーターを追加' }))
  await isStill(screen.getByRole('button', { name: '表示列' }))

  const account = screen.getByRole('button', { name: /のメニュー$/ })
  await account.click()
  await expect.element(screen.getByRole('menuitem', { name: 'ログアウト' })).toBeVisible()
  await expect.poll(() => covered(screen.getByRole('menuitem').elements())).toEqual([])
  await account.click()

  window.scrollTo({ top: 1500 })
  await expect.poll(() => covered(controls)).toEqual([])
})

test('on a phone the items of the menu can be reached below failures', async () => {
  const screen = await open(390, 844)
  for (let number = 1; number <= 5; number += 1)
    notify.failure(new Error('refused'), { title: `${number}号ポンプを保存できませんでした` })
  await expect.poll(() => noted(screen)).toBe(5)
  await screen.getByRole('button', { name: /^メニュー/ }).click()
  const drawer = screen.getByRole('dialog', { name: 'メニュー' })
  await isStill(drawer.getByRole('button', { name: '閉じる' }))
  for (const item of drawer.getByRole('link').elements()) {
    item.scrollIntoView({ block: 'center' })
    expect(covered([item])).toEqual([])
  }
})
