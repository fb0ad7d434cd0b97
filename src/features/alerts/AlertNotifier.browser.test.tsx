// Covers docs/requirements.md: 287, 1037

import { QueryClient, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { anAlert, aRuleAlert } from '../../../tests/support/responses/alert.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { alertKeys, occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { unitsQuery } from '../../lib/queries/units.ts'
import { notify } from '../../ui/notice/notify.tsx'
import { AlertNotifier } from './AlertNotifier.tsx'

/** Open alerts on the server, identified by number, the last one first. */
let open: number[] = []
/** Makes the alerts. */
let make = anAlert
beforeEach(() => {
  open = []
  make = anAlert
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const { searchParams } = new URL(new Request(input, init).url)
    const data = open.slice(0, Number(searchParams.get('limit'))).map((id) => make({ id }, `${id}号ポンプ`))
    return Response.json({ success: true, data, count: open.length })
  })
})
afterEach(() => {
  notify.clear()
  vi.restoreAllMocks()
})

const Count = () => <output>{useQuery(occurringAlertsQuery).data?.count}</output>

/** A device on which a capture is opened and left. */
function Switched({ capturing }: { capturing: boolean }) {
  const [isCapturing, setCapturing] = useState(capturing)
  return (
    <>
      <AlertNotifier quiet={isCapturing} />
      <button type="button" onClick={() => setCapturing(!isCapturing)}>
        {isCapturing ? '戻る' : '撮影'}
      </button>
    </>
  )
}

async function watch(width: number, capturing = false) {
  await page.viewport(width, 900)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  const screen = await showRouted(
    client,
    <>
      <Switched capturing={capturing} />
      <Count />
    </>,
    ['/alerts'],
  )
  // What is there at the first look is not new.
  await expect.element(screen.getByRole('status')).toHaveTextContent(`${open.length}`)
  return {
    client,
    notices: screen.getByRole('alert'),
    capture: screen.getByRole('button', { name: '撮影' }),
    back: screen.getByRole('button', { name: '戻る' }),
    raise: async (...ids: number[]) => {
      open = [...ids, ...open]
      await client.invalidateQueries({ queryKey: alertKeys.occurring })
    },
    end: async (ended: number) => {
      open = open.filter((id) => id !== ended)
      await client.invalidateQueries({ queryKey: alertKeys.occurring })
    },
  }
}

test('thirty alerts at once are one notice that counts them all and is gone once it is opened', async () => {
  const { notices, raise } = await watch(1440)
  await raise(...Array.from({ length: 30 }, (_, index) => 30 - index))
  await expect.element(notices).toMatchTextContent(/新しいアラートが 30 件あります.*ほか 27 件/)
  await notices.getByRole('button', { name: '開く' }).click()
  await expect.element(notices).not.toBeInTheDocument()
})

test('on a phone a second alert joins the first in one notice', async () => {
  const { notices, raise } = await watch(390)
  await raise(1)
  await expect.element(notices).toMatchTextContent(/異常: 1号ポンプ.*測定値 0\.95 MPa/)
  await raise(2)
  await expect.element(notices).toMatchTextContent(/新しいアラートが 2 件あります.*2号ポンプ、1号ポンプ/)
})

test('the notification of a rule’s alert names its level', async () => {
  const { notices, raise } = await watch(1440)
  make = aRuleAlert
  await raise(1)
  await expect.element(notices).toMatchTextContent(/警報: 1号ポンプ.*測定値 0\.95 MPa/)
})

test('a notification that a capture hides is shown after it, with what opened during it', async () => {
  const { notices, capture, back, raise } = await watch(390)
  await raise(1)
  await expect.element(notices).toMatchTextContent(/異常: 1号ポンプ/)
  await capture.click()
  await expect.element(notices).not.toBeInTheDocument()
  await back.click()
  await expect.element(notices).toMatchTextContent(/異常: 1号ポンプ/)
  await capture.click()
  await expect.element(notices).not.toBeInTheDocument()
  await raise(2)
  await back.click()
  await expect.element(notices).toMatchTextContent(/新しいアラートが 2 件あります.*2号ポンプ、1号ポンプ/)
  await capture.click()
  await expect.element(notices).not.toBeInTheDocument()
  await back.click()
  await expect.element(notices).toMatchTextContent(/新しいアラートが 2 件あります.*2号ポンプ、1号ポンプ/)
})

test('a notification that was closed before a capture is not shown after it', async () => {
  const { notices, capture, back, raise } = await watch(390)
  await raise(1)
  await notices.getByRole('button', { name: '閉じる' }).click()
  await expect.element(notices).not.toBeInTheDocument()
  await capture.click()
  await back.click()
  await raise(2)
  await expect.element(notices).toMatchTextContent(/異常: 2号ポンプ/)
})

test('an alert that ends during a capture is not shown after it', async () => {
  const { notices, capture, back, raise, end } = await watch(390)
  await raise(1)
  await raise(2)
  await expect.element(notices).toMatchTextContent(/新しいアラートが 2 件あります/)
  await capture.click()
  await end(1)
  await back.click()
  await expect.element(notices).toMatchTextContent(/異常: 2号ポンプ/)
  await expect.element(notices).not.toMatchTextContent(/1号ポンプ/)
})

test('an alert that opens during the capture with which the app begins is shown after it', async () => {
  open = [1]
  const { notices, back, raise } = await watch(390, true)
  await raise(2)
  await back.click()
  await expect.element(notices).toMatchTextContent(/異常: 2号ポンプ/)
})

test('alerts whose request ends after a capture was opened are shown after it', async () => {
  const { client, notices, capture, back, raise } = await watch(1440)
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const answer = vi.mocked(fetch).getMockImplementation() ?? fetch
  vi.mocked(fetch).mockImplementation(async (input, init) => {
    // The second request, for those that the first one does not return.
    if (new URL(new Request(input, init).url).searchParams.get('limit') !== '10') await arrived
    return answer(input, init)
  })
  const request = () => client.getQueryState(alertKeys.manyOpened)
  await raise(...Array.from({ length: 30 }, (_, index) => 30 - index))
  await expect.poll(() => request()?.fetchStatus).toBe('fetching')
  await capture.click()
  await expect.element(back).toBeVisible()
  arrive()
  await expect.poll(() => request()?.status).toBe('success')
  expect(notices.elements()).toEqual([])
  await back.click()
  await expect.element(notices).toMatchTextContent(/新しいアラートが 30 件あります/)
})
