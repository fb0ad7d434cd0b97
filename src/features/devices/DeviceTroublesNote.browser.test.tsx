// Covers docs/requirements.md: 582

import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { resetPhone } from '../../../tests/support/phone/phone.ts'
import { anAccount } from '../../../tests/support/responses/account.ts'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { aRound } from '../../../tests/support/responses/rounds.ts'
import { accountQuery } from '../../lib/queries/account.ts'
import { occurringAlertsQuery } from '../../lib/queries/alerts.ts'
import { devicesQuery } from '../../lib/queries/devices.ts'
import { roundsQuery } from '../../lib/queries/rounds.ts'
import { AlertCount } from '../shell/AlertCount.tsx'
import { DeviceTroublesNote } from './DeviceTroublesNote.tsx'

beforeEach(resetPhone)

const outage = { since: '2026-11-20T15:00:00+09:00', cause: 'battery' } as const

test('devices that are silent or report an error count at アラート and are listed, each a press away', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 'static' } } })
  client.setQueryData(accountQuery.queryKey, anAccount())
  client.setQueryData(occurringAlertsQuery.queryKey, { alerts: [], count: 2 })
  const due = new Date(Date.now() - 3_600_000).toISOString()
  client.setQueryData(roundsQuery.queryKey, [aRound({ due_at: due })])
  client.setQueryData(devicesQuery.queryKey, [
    aDevice({ id: 1, name: '動くカメラ' }),
    aDevice({ id: 2, name: '電池の少ないカメラ', status: 2 }),
    aDevice({ id: 3, name: '黙ったカメラ', status: 5, outage }),
    aDevice({ id: 4, name: '黙った入力器', type: 4, outage }),
    aDevice({ id: 5, name: '故障したカメラ', status: 3 }),
    aDevice({ id: 6, name: 'もう一台の故障', status: 3 }),
  ])
  const screen = await showRouted(
    client,
    <>
      <AlertCount />
      <DeviceTroublesNote />
    </>,
    ['/devices/$id'],
  )
  await expect
    .element(screen.getByText(/^発生中/))
    .toHaveTextContent('発生中 7件（端末 4件、遅れている点検ルート 1件を含む）')
  const rows = screen.getByRole('list', { name: '異常のある端末' }).getByRole('link')
  const namesOf = () => rows.elements().map(({ textContent }) => textContent)
  expect(namesOf()).toEqual([
    expect.stringMatching(/^黙ったカメラ通信エラー.*から電池切れの可能性があります$/),
    expect.stringMatching(/^黙った入力器測定値が届いていません.*から電池切れ/),
    expect.stringMatching(/^故障したカメラエラー端末がエラーを報告しました$/),
  ])
  expect(rows.first().element()).toHaveAttribute('href', '/devices/3')
  await userEvent.click(screen.getByRole('button', { name: 'ほか1件を表示' }))
  await expect.element(rows.nth(3)).toMatchTextContent(/^もう一台の故障/)
})
