// Covers docs/requirements.md: 712

import { expect, test, vi } from 'vitest'
import type { Reading } from '../../../../contract/readings.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { ReadingCard } from './ReadingCard.tsx'

test('a value that the reader is not sure of asks for a look, as on the tiles of home', async () => {
  const card = (confidence: number) => (
    <ReadingCard reading={aReading({ confidence })} unit="MPa" category={undefined} onOpen={vi.fn()} />
  )
  const screen = await show(card(0.6))
  await expect.element(screen.getByRole('button')).toMatchTextContent(/要確認/)
  await screen.unmount()
  const sure = await show(card(0.95))
  await expect.element(sure.getByRole('button')).not.toMatchTextContent(/要確認/)
})

test('a time that nobody has confirmed is marked', async () => {
  const card = (reasons: string[]) => (
    <ReadingCard reading={aReading({ reasons })} unit="MPa" category={undefined} onOpen={vi.fn()} />
  )
  const screen = await show(card(['unconfirmed time']))
  await expect.element(screen.getByRole('button')).toMatchTextContent(/時刻不明/)
  await screen.unmount()
  const confirmed = await show(card([]))
  await expect.element(confirmed.getByRole('button')).not.toMatchTextContent(/時刻不明/)
})

test('a typed value says so', async () => {
  const card = (value_source: Reading['value_source']) => (
    <ReadingCard reading={aReading({ value_source })} unit="MPa" category={undefined} onOpen={vi.fn()} />
  )
  const screen = await show(card('entered'))
  await expect.element(screen.getByRole('button')).toMatchTextContent(/手入力/)
  await screen.unmount()
  const read = await show(card('accepted'))
  await expect.element(read.getByRole('button')).not.toMatchTextContent(/手入力/)
})
