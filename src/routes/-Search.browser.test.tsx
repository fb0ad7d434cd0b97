// Covers docs/requirements.md: 869, 871, 872, 873

import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Role } from '../../contract/access.ts'
import type { Found } from '../../contract/search.ts'
import { dialogHasFocus } from '../../tests/support/components/dialogHasFocus.ts'
import { showRouted } from '../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../tests/support/responses/account.ts'
import { aMeter } from '../../tests/support/responses/meters.ts'
import { loadRecent, saveRecent } from '../features/search/recentChoices.ts'
import { accountQuery } from '../lib/queries/account.ts'
import { metersQuery } from '../lib/queries/meters.ts'
import { Search } from './-Search.tsx'
import { useSearchKeys } from './-searchKeys.ts'

beforeEach(() => {
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
})

function Screen() {
  const [searching, setSearching] = useState(false)
  useSearchKeys(() => setSearching(true), true)
  return (
    <>
      <button type="button">前の操作</button>
      {searching && <Search onClose={() => setSearching(false)} />}
    </>
  )
}

type Answer = (text: string) => Response | Promise<Response>
const answered =
  (rows: readonly Found[]): Answer =>
  () =>
    Response.json({ success: true, data: rows })
const row = (over: Partial<Found> = {}): Found => ({
  type: 'meter',
  id: 12,
  name: '冷却水ポンプ',
  details: ['W-3'],
  ...over,
})

/** The search, opened by its keys from a button. */
async function open(answer: Answer, { role = 0 }: { role?: Role } = {}) {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { url } = new Request(input, init)
    return answer(new URL(url).searchParams.get('text') ?? '')
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount({ role }))
  client.setQueryData(metersQuery.queryKey, [
    aMeter({ id: 7, name: '井戸ポンプ', code: null, place_note: '屋上' }),
  ])
  const paths = ['/meters', '/meters/$id', '/users']
  const screen = await showRouted(client, <Screen />, paths)
  const opener = screen.getByRole('button', { name: '前の操作' })
  await opener.click()
  await userEvent.keyboard('{Control>}k{/Control}')
  await dialogHasFocus(/検索/)
  const field = screen.getByRole('combobox', { name: '検索' })
  await expect.element(field).toHaveFocus()
  const options = screen.getByRole('option')
  const selected = screen.getByRole('option', { selected: true })
  return { screen, opener, field, options, selected, asked }
}

const text = ({ options }: Pick<Awaited<ReturnType<typeof open>>, 'options'>) =>
  options.elements().map(({ textContent }) => textContent)

/** What the server was asked last. */
function lastText({ asked }: Pick<Awaited<ReturnType<typeof open>>, 'asked'>): string | null {
  const [input = '', init] = asked.mock.lastCall ?? []
  return new URL(new Request(input, init).url).searchParams.get('text')
}

test('arrows move through the choices and Enter opens one, with the focus in the field', async () => {
  const shown = await open(answered([row(), row({ id: 13, name: '温水ポンプ' })]))
  await userEvent.keyboard('ぽんぷ')
  await expect.poll(() => text(shown)).toEqual(['冷却水ポンプW-3', '温水ポンプW-3'])
  await expect.element(shown.screen.getByText('候補 2件')).toBeInTheDocument()
  await expect.element(shown.selected).toMatchTextContent(/冷却水/)
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(shown.selected).toMatchTextContent(/温水/)
  expect(shown.field.element().getAttribute('aria-activedescendant')).toBe(shown.selected.element().id)
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}')
  await expect.element(shown.selected).toMatchTextContent(/冷却水/)
  await expect.element(shown.field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(shown.screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(loadRecent(anAccount(), localStorage)).toMatchObject([{ label: '冷却水ポンプ', to: '/meters/12' }])
})

test('Esc closes the search and gives the focus back', async () => {
  const { screen, opener } = await open(answered([]))
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('with nothing typed, what was chosen last comes first, then the screens of the role, each once', async () => {
  saveRecent({ type: 'screen', label: 'メーター', detail: '', to: '/meters' }, anAccount(), localStorage)
  saveRecent(
    { type: 'meter', label: '冷却水ポンプ', detail: 'W-3', to: '/meters/12' },
    anAccount(),
    localStorage,
  )
  const shown = await open(answered([]))
  await expect.poll(() => text(shown).slice(0, 3)).toEqual(['冷却水ポンプW-3', 'メーター', 'ホーム'])
  expect(text(shown).filter((label) => label === 'メーター')).toHaveLength(1)
  expect(text(shown)).not.toContain('ユーザー')
})

test('an administrator is offered the screens of administration', async () => {
  const shown = await open(answered([]), { role: 1 })
  await expect.poll(() => text(shown)).toContain('ユーザー')
})

test('until the server answers, the device’s own meters are offered', async () => {
  const reply = Promise.withResolvers<void>()
  // Slow typing asks more than once.
  const shown = await open(async (asked) => {
    await reply.promise
    return answered([row()])(asked)
  })
  await userEvent.keyboard('ポンプ')
  await expect.poll(() => text(shown)).toEqual(['井戸ポンプ屋上'])
  await expect.element(shown.screen.getByText('検索中')).toBeInTheDocument()
  reply.resolve()
  await expect.poll(() => text(shown)).toEqual(['冷却水ポンプW-3'])
})

test('a time leads to the usage of that time, and only the name is asked for', async () => {
  const shown = await open(answered([row(), row({ type: 'device', name: 'ポンプ室カメラ' })]))
  await userEvent.keyboard('ポンプ 先月')
  await expect
    .poll(() => text(shown))
    .toEqual([expect.stringMatching(/^冷却水ポンプ\d{4}年\d+月の使用量・W-3$/)])
  await expect.poll(() => lastText(shown)).toBe('ポンプ')
})

test('where nothing is found, it says what was searched, and the field stays in its place', async () => {
  await page.viewport(1440, 900)
  const { screen, field } = await open(answered([]))
  const heightOfDialog = () => field.element().closest<HTMLElement>('[role=dialog]')?.offsetHeight
  const before = heightOfDialog()
  await userEvent.keyboard('存在しない')
  await expect.element(screen.getByText('見つかりませんでした')).toBeVisible()
  await expect.element(screen.getByText(/管理番号.*「存在しない」を探しました。/)).toBeVisible()
  expect(heightOfDialog()).toBe(before)
})

test('a failure can be tried again, and offline the device’s own meters are found', async () => {
  let fails = true
  const shown = await open(() =>
    fails
      ? Response.json({ success: false, code: 'internal', messages: [], request_id: 'r1' }, { status: 500 })
      : Response.json({ success: true, data: [row()] }),
  )
  await userEvent.keyboard('ポンプ')
  // Slow typing asks more than once, and each fails.
  await expect.poll(() => lastText(shown)).toBe('ポンプ')
  const retry = shown.screen.getByRole('button', { name: '再試行' })
  await expect.element(retry).toBeVisible()
  expect(text(shown)).toEqual(['井戸ポンプ屋上'])
  fails = false
  await retry.click()
  await expect.poll(() => text(shown)).toEqual(['冷却水ポンプW-3'])
})

test('offline it says that only the device was searched', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const shown = await open(() => Promise.reject(new TypeError('Failed to fetch')))
  await userEvent.keyboard('ポンプ')
  await expect
    .element(shown.screen.getByText(/この端末にある画面、メーター、グループ、ヘルプだけ/))
    .toBeVisible()
  expect(text(shown)).toEqual(['井戸ポンプ屋上'])
})

test('a choice is as high as a finger needs', async () => {
  await page.viewport(390, 844)
  const { options } = await open(answered([]))
  for (const option of options.elements()) {
    expect(option.getBoundingClientRect().height).toBeGreaterThanOrEqual(48)
  }
})
