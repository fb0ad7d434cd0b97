// Covers docs/requirements.md: 61, 89, 92, 141, 712

import { expect, test, vi } from 'vitest'
import { show } from '../../../../tests/support/components/show.tsx'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { LatestValues } from './LatestValues.tsx'

const meter = (meterId: number, name: string) => ({
  meterId,
  name,
  unit: 'MPa',
  decimals: 2,
  type: undefined,
  absence: 'データ無し',
})
const latest = [
  { ...meter(1, '1号ポンプ'), reading: aReading({ id: 7 }) },
  { ...meter(2, '2号ポンプ'), reading: aReading({ id: 8, value: 0.95, is_abnormal: true }) },
  { ...meter(3, '3号ポンプ'), reading: null },
]

const showLatest = async () => {
  const onOpen = vi.fn()
  const screen = await show(<LatestValues latest={latest} onOpen={onOpen} />)
  return { screen, onOpen }
}

test('a press on the latest value of a meter opens its reading', async () => {
  const { screen, onOpen } = await showLatest()
  await screen.getByRole('button', { name: /2号ポンプ/ }).click()
  expect(onOpen.mock.calls).toEqual([[2, 8]])
  await expect.element(screen.getByRole('listitem').nth(2)).toMatchTextContent(/データ無し/)
  await expect.element(screen.getByRole('button', { name: /3号ポンプ/ })).not.toBeInTheDocument()
})

test('an abnormal one has a red edge at its left, a normal one a green edge', async () => {
  const { screen } = await showLatest()
  const normal = screen.getByRole('button', { name: /1号ポンプ/ })
  const abnormal = screen.getByRole('button', { name: /2号ポンプ/ })
  await expect.element(normal).toMatchTextContent(/正常/)
  await expect.element(normal).toHaveStyle({ borderLeftColor: 'rgb(37, 135, 80)' })
  await expect.element(abnormal).toMatchTextContent(/異常/)
  await expect.element(abnormal).toHaveStyle({ borderLeftColor: 'rgb(204, 47, 38)' })
})

test('one that is still being read is neither missing nor normal, by word and edge', async () => {
  const reading = aReading({ value: null, read_state: 0 })
  const screen = await show(
    <LatestValues latest={[{ ...meter(1, '1号ポンプ'), reading }]} onOpen={vi.fn()} />,
  )
  const card = screen.getByRole('button', { name: /1号ポンプ/ })
  await expect.element(card).toMatchTextContent(/読取中/)
  await expect.element(card).not.toMatchTextContent(/正常|データ無し/)
  await expect.element(card).toHaveStyle({ borderLeftColor: 'rgb(107, 128, 149)' })
})

test('one that the reader is not sure of waits on a person, by word and amber edge, and is not called normal', async () => {
  const reading = aReading({ confidence: 0.6 })
  const screen = await show(
    <LatestValues latest={[{ ...meter(1, '1号ポンプ'), reading }]} onOpen={vi.fn()} />,
  )
  const card = screen.getByRole('button', { name: /1号ポンプ/ })
  await expect.element(card).toMatchTextContent(/要確認/)
  await expect.element(card).not.toMatchTextContent(/時刻不明/)
  await expect.element(card).not.toMatchTextContent(/正常/)
  await expect.element(card).toHaveStyle({ borderLeftColor: 'rgb(199, 119, 0)' })
})

test('one whose time nobody has confirmed is marked by word and amber edge, and is not called normal', async () => {
  const reading = aReading({ source: 'camera', reasons: ['unconfirmed time'] })
  const screen = await show(
    <LatestValues latest={[{ ...meter(1, '1号ポンプ'), reading }]} onOpen={vi.fn()} />,
  )
  const card = screen.getByRole('button', { name: /1号ポンプ/ })
  await expect.element(card).toMatchTextContent(/時刻不明/)
  await expect.element(card).not.toMatchTextContent(/正常|要確認/)
  await expect.element(card).toHaveStyle({ borderLeftColor: 'rgb(199, 119, 0)' })
})

test('one that was typed says so', async () => {
  const reading = aReading({ source: 'entry', value_source: 'entered' })
  const screen = await show(
    <LatestValues latest={[{ ...meter(1, '1号ポンプ'), reading }]} onOpen={vi.fn()} />,
  )
  await expect.element(screen.getByRole('button', { name: /1号ポンプ/ })).toMatchTextContent(/手入力/)
})
