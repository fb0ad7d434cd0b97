import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { categoryType } from '../../../../contract/categories.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { showRouted } from '../../../../tests/support/components/showRouted.tsx'
import { aDevice } from '../../../../tests/support/responses/devices.ts'
import { aMeter } from '../../../../tests/support/responses/meters.ts'
import { MapPinPanel } from './MapPinPanel.tsx'

test('meters without a value say whether they wait for one or for their settings, or whether the loop is open', async () => {
  const pin = {
    id: 7,
    name: 'ポンプ室',
    type: 0 as const,
    xratio: 0.5,
    yratio: 0.5,
    map_id: 2,
    devices: [],
    updated_at: '2026-11-20T09:00:00+09:00',
  }
  const last = { id: 1, value: null, created_at: '2026-11-20T15:00:00+09:00', is_abnormal: false }
  const last_reading = { ...last, is_unsure: false, read_state: readState.waiting, thumbnail: null }
  const meters = [
    aMeter({ id: 3, name: '圧力', device_id: 5, meter_category_id: 1, last_reading }),
    aMeter({ id: 4, name: '検流器', device_id: 5, meter_category_id: 7, last_reading }),
    aMeter({
      id: 6,
      name: '流量計',
      device_id: 5,
      last_reading: { ...last_reading, read_state: null, reasons: ['loop broken'] },
    }),
  ]
  const categories = [
    { id: 1, type: categoryType.circle },
    { id: 7, type: categoryType.special },
  ]
  const state = { state: 'input' as const, word: '入力待ち', value: null, isTrouble: true }
  const facts = { pin, devices: [aDevice({ id: 5 })], meters, ...state }
  const screen = await showRouted(
    new QueryClient(),
    <MapPinPanel
      facts={facts}
      units={[]}
      categories={categories}
      failed={false}
      onBack={vi.fn()}
      onEdit={vi.fn()}
      onDevices={vi.fn()}
      onRemove={vi.fn()}
    />,
    ['/devices/$id', '/meters/$id'],
  )
  const rows = screen.getByRole('listitem')
  await expect.element(rows.filter({ hasText: '圧力' }).last()).toMatchTextContent(/設定待ち/)
  await expect.element(rows.filter({ hasText: '検流器' }).last()).toMatchTextContent(/入力待ち/)
  await expect.element(rows.filter({ hasText: '流量計' }).last()).toMatchTextContent(/断線の疑い/)
})
