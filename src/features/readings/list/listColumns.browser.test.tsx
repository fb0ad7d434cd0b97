// Covers docs/requirements.md: 712

import { expect, test, vi } from 'vitest'
import type { Reading } from '../../../../contract/readings.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { listColumns } from './listColumns.tsx'

test('the table marks a time that nobody has confirmed', async () => {
  const masters = { meters: [], units: [], groups: [], inspections: [] }
  const columns = listColumns({ masters, onOpen: vi.fn(), categoryOf: () => undefined })
  const time = (reading: Reading) => (
    <div data-testid="cell">
      {columns.find(({ key }) => key === 'time')?.cell?.(reading, { isShown: () => true, typed: undefined })}
    </div>
  )
  const screen = await show(time(aReading({ reasons: ['unconfirmed time'] })))
  await expect.element(screen.getByTestId('cell')).toMatchTextContent(/2026\/11\/20 14:03:00時刻不明$/)
  await screen.unmount()
  const confirmed = await show(time(aReading()))
  await expect.element(confirmed.getByTestId('cell')).toMatchTextContent(/2026\/11\/20 14:03:00$/)
})

test('each row of a meter is named with its value and time', async () => {
  const masters = { meters: [], units: [], groups: [], inspections: [] }
  const columns = listColumns({ masters, onOpen: vi.fn(), categoryOf: () => undefined })
  const screen = await show(
    [aReading({ id: 1, value: 0.41 }), aReading({ id: 2, value: 0.42 })].map((reading) => (
      <div key={reading.id}>
        {columns.map(({ key, cell }) => (
          <div key={key}>{cell?.(reading, { isShown: () => true, typed: undefined })}</div>
        ))}
      </div>
    )),
  )
  const { name } = aReading().meter
  for (const value of ['0.41', '0.42']) {
    const named = new RegExp(`^${name} ${value} 2026/11/20 14:03:00$`)
    await expect.element(screen.getByRole('button', { name: named })).toBeVisible()
  }
})

test('a typed value is marked next to the name, so that spreadsheets take the value for a number', async () => {
  const masters = { meters: [], units: [], groups: [], inspections: [] }
  const columns = listColumns({ masters, onOpen: vi.fn(), categoryOf: () => undefined })
  const row = (reading: Reading) =>
    columns.map(({ key, cell }) => (
      <div key={key} data-testid={key}>
        {cell?.(reading, { isShown: () => true, typed: undefined })}
      </div>
    ))
  const screen = await show(row(aReading({ source: 'entry', value_source: 'entered' })))
  await expect.element(screen.getByTestId('name')).toMatchTextContent(/手入力$/)
  await expect.element(screen.getByTestId('value')).toHaveTextContent('0.42')
  await screen.unmount()
  const read = await show(row(aReading()))
  await expect.element(read.getByTestId('name')).not.toMatchTextContent(/手入力/)
})
