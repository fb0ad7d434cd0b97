import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
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
