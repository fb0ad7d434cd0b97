import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { RangeText } from './RangeText.tsx'

test('a unit stands behind a range, and never behind 未登録', async () => {
  const screen = await show(
    <>
      <p>
        <RangeText start={0.8} end={1} decimals={2} />
      </p>
      <p>
        <RangeText start={0.8} end={12000} decimals={2} unit="MPa" />
      </p>
      <p>
        <RangeText start={0.8} end={1} decimals={null} unit="MPa" />
      </p>
      <p>
        <RangeText start={0.8} end={null} decimals={2} unit="MPa" />
      </p>
    </>,
  )
  const texts = [...screen.container.querySelectorAll('p')].map(({ textContent }) => textContent)
  expect(texts).toEqual(['0.80 〜 1.00', '0.80 〜 12,000.00 MPa', '0.8 〜 1.0 MPa', '未登録'])
})
