import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/show.tsx'
import { PictureViewer } from './PictureViewer.tsx'

const original = '/icon.svg?signature=a'
const framed = '/icon-192.png?signature=b'

const viewer = <PictureViewer framed={framed} original={original} alt="No.3 の写真" name="No.3 圧力" />

test('the framed picture comes first, the original on request; both can be saved under the meter’s name', async () => {
  const screen = await show(viewer)
  const picture = screen.getByRole('img', { name: 'No.3 の写真' })
  await expect.element(picture).toHaveAttribute('src', framed)
  await screen.getByText('元画像', { exact: true }).click()
  await expect.element(picture).toHaveAttribute('src', original)
  await expect
    .element(screen.getByRole('link', { name: '元画像を保存' }))
    .toHaveAttribute('href', `${original}&download=${encodeURIComponent('No.3 圧力')}`)
  await expect
    .element(screen.getByRole('link', { name: '読取枠付きを保存' }))
    .toHaveAttribute('href', `${framed}&download=${encodeURIComponent('No.3 圧力_読取枠付き')}`)
})

test('without the large picture the small one stands in and says so', async () => {
  const preview = '/icon.svg?signature=small'
  const screen = await show(
    <PictureViewer framed="/nothing.png" original={null} preview={preview} alt="No.3 の写真" name="No.3" />,
  )
  await expect.element(screen.getByRole('img', { name: 'No.3 の写真' })).toHaveAttribute('src', preview)
  await expect.element(screen.getByRole('status')).toMatchTextContent(/縮小した画像を表示しています/)
})

test('without any picture words stand where it would be', async () => {
  const screen = await show(
    <PictureViewer framed="/nothing.png" original={null} alt="No.3 の写真" name="No.3" />,
  )
  await expect.element(screen.getByRole('status')).toMatchTextContent(/画像を表示できません/)
  expect(screen.getByRole('img').elements()).toEqual([])
})

test('what failed without signal is loaded again when the signal is back', async () => {
  const address = '/icon.svg?signature=late'
  const screen = await show(<PictureViewer framed={address} original={null} alt="No.3 の写真" name="No.3" />)
  const picture = screen.getByRole('img', { name: 'No.3 の写真' })
  await expect.element(picture).toBeVisible()
  picture.element().dispatchEvent(new Event('error'))
  await expect.element(screen.getByRole('status')).toMatchTextContent(/画像を表示できません/)
  window.dispatchEvent(new Event('online'))
  await expect.element(picture).toHaveAttribute('src', address)
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument()
})

const scaleOf = (picture: Element) => new DOMMatrix(getComputedStyle(picture).transform).a

test('keys and buttons zoom, 0 shows the whole picture again', async () => {
  const screen = await show(viewer)
  const picture = screen.getByRole('img', { name: 'No.3 の写真' })
  const stage = screen.getByRole('figure')
  await expect.element(screen.getByRole('button', { name: '縮小' })).toBeDisabled()
  stage.element().focus()
  await userEvent.keyboard('+')
  await expect.poll(() => scaleOf(picture.element())).toBeCloseTo(1.5)
  await screen.getByRole('button', { name: '拡大' }).click()
  await expect.poll(() => scaleOf(picture.element())).toBeCloseTo(2.25)
  stage.element().focus()
  await userEvent.keyboard('0')
  await expect.poll(() => scaleOf(picture.element())).toBe(1)
})

test('the wheel zooms the picture and does not scroll the page along', async () => {
  const screen = await show(viewer)
  const stage = screen.getByRole('figure').element()
  const wheel = new WheelEvent('wheel', { deltaY: -200, cancelable: true, bubbles: true })
  stage.dispatchEvent(wheel)
  expect(wheel.defaultPrevented).toBe(true)
  await expect
    .poll(() => scaleOf(screen.getByRole('img', { name: 'No.3 の写真' }).element()))
    .toBeGreaterThan(1.3)
})

test('without a picture it says so', async () => {
  const screen = await show(<PictureViewer framed={null} original={null} alt="写真" name="x" />)
  await expect.element(screen.getByText('画像無し')).toBeVisible()
})
