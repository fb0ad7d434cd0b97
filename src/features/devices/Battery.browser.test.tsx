// Covers docs/requirements.md: 372, 580

import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { showRouted } from '../../../tests/support/components/showRouted.tsx'
import { aDevice } from '../../../tests/support/responses/devices.ts'
import { DeviceStatus } from '../../shared/devices/DeviceStatus.tsx'
import { Battery } from './Battery.tsx'
import { StatusBanner } from './detail/StatusBanner.tsx'

test('a low battery is amber, and the status of its device is purple', async () => {
  const screen = await showRouted(
    new QueryClient(),
    <>
      <span style={{ color: 'var(--waiting-text)' }}>橙</span>
      <span style={{ color: 'var(--weak-text)' }}>紫</span>
      <Battery percent={9} />
      <StatusBanner device={aDevice({ status: 2, battery_per: 9 })} />
      <DeviceStatus status={2} />
    </>,
  )
  const colorOf = (text: string | RegExp) =>
    getComputedStyle(screen.getByText(text, { exact: true }).element()).color
  await expect.element(screen.getByText('9 %')).toBeVisible()
  const [amber, purple] = [colorOf('橙'), colorOf('紫')]
  expect(amber).not.toBe(purple)
  expect(colorOf('9 %')).toBe(amber)
  expect(colorOf(/^電池が残りわずかです/)).toBe(amber)
  expect(colorOf('稼働中(BAT低)')).toBe(purple)
})

test.each([
  [0, 'battery'],
  [9, 'battery'],
  [10, 'battery-1'],
  [29, 'battery-1'],
  [30, 'battery-2'],
  [59, 'battery-2'],
  [60, 'battery-3'],
  [89, 'battery-3'],
  [90, 'battery-4'],
  [100, 'battery-4'],
  [null, 'battery-off'],
])('%s per cent is shown by the icon %s', async (percent, icon) => {
  const screen = await show(<Battery percent={percent} />)
  const level = screen.getByText(percent === null ? 'データ無し' : `${percent} %`).element()
  expect([...(level.querySelector('svg')?.classList ?? [])]).toContain(`tabler-icon-${icon}`)
})
