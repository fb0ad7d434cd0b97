import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Reading } from '../../../../contract/readings.ts'
import { readState } from '../../../../contract/values/abnormal.ts'
import { show } from '../../../../tests/support/components/show.tsx'
import { aCategory } from '../../../../tests/support/responses/meters.ts'
import { aReading } from '../../../../tests/support/responses/readings.ts'
import { categoriesQuery } from '../../../lib/queries/categories.ts'
import { unitsQuery } from '../../../lib/queries/units.ts'
import { type NamedReading, useReadingName } from './useReadingName.ts'

const Name = ({ reading }: { reading: NamedReading }) => <p>{useReadingName()(reading)}</p>

/** Shows the name of a reading without a value, whose meter is of the category. */
function nameOf(categoryId: number, over: Partial<Reading> & Pick<NamedReading, 'corrected_from'>) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  client.setQueryData(unitsQuery.queryKey, [{ id: 1, name: 'MPa', status: 0 }])
  client.setQueryData(categoriesQuery.queryKey, [
    aCategory({ id: 1, type: 0, name: '円形アナログ' }),
    aCategory({ id: 7, type: 4, name: '特殊' }),
  ])
  const reading = aReading({ value: null, ...over })
  const meter = { ...reading.meter, meter_category_id: categoryId }
  return show(
    <QueryClientProvider client={client}>
      <Name reading={{ ...reading, meter }} />
    </QueryClientProvider>,
  )
}

test.each([
  ['a meter that cannot be read', 7, { read_state: readState.waiting }, /の測定値（入力待ち、[^（]*）$/],
  ['a meter that is not set up', 1, { read_state: readState.waiting }, /の測定値（設定待ち、[^（]*）$/],
  ['a broken current loop', 1, { reasons: ['loop broken'] }, /の測定値（データ無し・断線の疑い、[^（]*）$/],
])('the name of a reading of %s says why it has no value', async (_, categoryId, over, words) => {
  const screen = await nameOf(categoryId, over)
  await expect.element(screen.getByText(words)).toBeVisible()
})

test.each([
  ['a value', 0.95, /の測定値 0\.95 MPa → 0\.50 MPa（修正済、/],
  ['no value', null, /の測定値 データ無し → 0\.50 MPa（修正済、/],
])('the name of a reading whose alert people saw with %s says both', async (_, seen, words) => {
  const screen = await nameOf(1, { value: 0.5, corrected_from: seen })
  await expect.element(screen.getByText(words)).toBeVisible()
})
