import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { aReading } from '../../../tests/support/readings.ts'
import { showRouted } from '../../../tests/support/showRouted.tsx'
import { AlertCard } from './AlertCard.tsx'

async function showCard(given: Parameters<typeof aReading>[0]) {
  const at = '2026-11-18T14:03:00+09:00'
  const reading = aReading(given)
  const alert = {
    id: 1,
    is_alert: false,
    is_alerted: true,
    confirm_at: null,
    confirmed_by: null,
    comment: null,
    created_at: at,
    updated_at: at,
    emergency_start_value: 0.8,
    emergency_end_value: 1,
    meter_value: {
      ...reading,
      meter: { ...reading.meter, emergency_start_value: 1.3, emergency_end_value: 1.5 },
    },
  }
  const screen = await showRouted(
    new QueryClient(),
    <AlertCard
      alert={alert}
      unit="MPa"
      category={undefined}
      onOpen={() => undefined}
      onConfirm={() => undefined}
    />,
    ['/meters/$id'],
  )
  return screen.getByRole('article', { name: reading.meter.name })
}

test('a card names the range that its alert was judged by, not the one that the meter has by now', async () => {
  const card = await showCard({ value: 0.95 })
  await expect.element(card).toMatchTextContent(/異常範囲 0\.80? 〜 1(\.0+)? MPa/)
})

test('a card says that a loop is probably open', async () => {
  const card = await showCard({ value: null, reasons: ['loop broken'] })
  await expect.element(card).toMatchTextContent('データ無し（断線の疑い）')
})
