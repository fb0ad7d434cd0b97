import { QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ReadingNeighbours } from '../../../../contract/readings.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../../tests/support/responses/account.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { accountQuery } from '../../../lib/queries/account.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { metersQuery } from '../../../lib/queries/meters.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { ReadingScreen } from './ReadingScreen.tsx'

beforeEach(() => page.viewport(1440, 900))
afterEach(() => vi.restoreAllMocks())

const success = (data: unknown) => Response.json({ success: true, data })
const failure = () =>
  Response.json({ success: false, code: 'internal', messages: [], request_id: 'r' }, { status: 500 })

/** The page of reading 7, with values equal to their ids. Requests for neighbours wait until `answer` is called. */
async function open() {
  const waiting = new Map<number, (response: Response) => void>()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { pathname } = new URL(new Request(input, init).url)
    const [, id, isNeighbours] = /\/meters?-value\/(\d+)(\/neighbours)?$/.exec(pathname) ?? []
    if (id === undefined) throw new TypeError('offline')
    if (isNeighbours === undefined) return success(aReading({ id: Number(id), value: Number(id) }))
    return new Promise((resolve) => waiting.set(Number(id), resolve))
  })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [])
  client.setQueryData(metersQuery.queryKey, [aMeter()])
  const screen = await showRouted(client, <Moving />)
  const value = screen.getByRole('group', { name: '測定値', exact: true })
  return {
    screen,
    previous: screen.getByRole('button', { name: '前の測定値' }),
    next: screen.getByRole('button', { name: '次の測定値' }),
    expectValue: (shown: string) => expect.element(value).toMatchTextContent(shown),
    async answer(id: number, response: Response | ReadingNeighbours) {
      await expect.poll(() => waiting.has(id)).toBe(true)
      waiting.get(id)?.(response instanceof Response ? response : success(response))
      waiting.delete(id)
    },
  }
}

function Moving() {
  const [id, setId] = useState(7)
  return <ReadingScreen id={id} onMove={setId} />
}

test('前 and 次 can be pressed while the neighbours load, and keep the focus from reading to reading', async () => {
  const { next, previous, answer, expectValue } = await open()
  await expectValue('7.00')
  await expect.element(next).toBeEnabled()
  next.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(next).toHaveAttribute('aria-busy', 'true')
  await expect.element(next).toHaveFocus()
  await answer(7, { previous: null, next: 8 })
  await expectValue('8.00')
  await expect.element(next).toHaveFocus()
  await expect.element(next).not.toHaveAttribute('aria-busy')

  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(previous).toHaveAttribute('aria-busy', 'true')
  await answer(8, { previous: 7, next: 9 })
  await expectValue('7.00')
  await expect.element(next).toHaveFocus()
})

test('only a known end disables 前 or 次', async () => {
  const { screen, next, previous, answer } = await open()
  await answer(7, { previous: 6, next: null })
  await expect.element(next).toBeDisabled()
  await expect.element(previous).toBeEnabled()
  await expect.element(screen.getByText('最新の測定値です')).toBeVisible()
})

test('a failure to load the neighbours is shown, and the next press tries again', async () => {
  const { screen, next, answer, expectValue } = await open()
  await answer(7, failure())
  const note = screen.getByText('前後の測定値を取得できませんでした')
  await expect.element(note).toBeVisible()
  await next.click()
  await answer(7, { previous: null, next: 8 })
  await expectValue('8.00')
  await expect.element(note).not.toBeInTheDocument()
})
