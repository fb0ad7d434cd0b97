import { expect, test } from 'vitest'
import { show } from '../../../tests/support/components/show.tsx'
import QrPicture from './QrPicture.tsx'

test('a small code fills most of its size, within a quiet zone of four modules', async () => {
  const text =
    'https://kenshin.example/api/v1/device-api/register?serial=KS240001&hash=0123456789abcdef01234567'
  const screen = await show(<QrPicture text={text} size={100} label="QRコード" />)
  const inked = () => inkedColumns(screen.getByRole('img', { name: 'QRコード' }).element())
  await expect.poll(() => inked().length).toBeGreaterThan(70)
  expect(inked()[0]).toBeGreaterThanOrEqual(8)
  expect(inked().at(-1)).toBeLessThan(92)
})

function inkedColumns(element: Element): number[] {
  const context = element instanceof HTMLCanvasElement ? element.getContext('2d') : null
  if (context === null) throw new Error('no picture')
  const { width, height } = context.canvas
  const { data } = context.getImageData(0, 0, width, height)
  const isInked = (x: number) =>
    Array.from({ length: height }, (_, y) => data[4 * (y * width + x)]).includes(0)
  return Array.from({ length: width }, (_, x) => x).filter(isInked)
}
