import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import { ValueText } from './ValueText.tsx'

test('where there is little room a value breaks before its figures, and its unit stays beside them', async () => {
  const screen = await show(
    <div style={{ width: 90 }}>
      <ValueText value={0.87} unit="MPa" decimals={2} abnormal wraps />
    </div>,
  )
  const lineOf = (text: string) => screen.getByText(text).element().getBoundingClientRect()
  expect(lineOf('MPa').bottom).toBeGreaterThan(lineOf('0.87').top)
  expect(lineOf('MPa').top).toBeLessThan(lineOf('0.87').bottom)
  expect(lineOf('0.87').top).toBeGreaterThanOrEqual(lineOf('異常').bottom)
})

test('a value too long for its line wraps rather than being cut', async () => {
  const screen = await show(
    <div style={{ width: 60 }}>
      <ValueText value={24278.119} unit="m³" decimals={3} wraps />
    </div>,
  )
  const unit = screen.getByText('m³').element().getBoundingClientRect()
  expect(unit.right).toBeLessThanOrEqual(screen.container.getBoundingClientRect().left + 60)
})

test('a value that is missing because of an open loop says so', async () => {
  const screen = await show(<ValueText value={null} abnormal reasons={['loop broken']} />)
  await expect.element(screen.getByText('データ無し（断線の疑い）')).toBeVisible()
})
