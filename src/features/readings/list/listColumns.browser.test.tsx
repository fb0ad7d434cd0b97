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
