// Covers docs/requirements.md: 63, 136, 474

import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../tests/support/components/show.tsx'
import { pinch, swipe } from '../../../tests/support/components/touch.ts'
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

test('where only the small picture is kept it says why, and offers no download of the other', async () => {
  const preview = '/icon.svg?signature=small'
  const gone = '/gone.png?signature=old'
  const answer = vi.spyOn(window, 'fetch').mockResolvedValue(new Response(null, { status: 410 }))
  const screen = await show(
    <PictureViewer framed={null} original={gone} preview={preview} alt="No.3 の写真" name="No.3" />,
  )
  await expect
    .element(screen.getByRole('status'))
    .toMatchTextContent('保存期間を過ぎたため、縮小画像だけが残っています')
  await expect.element(screen.getByRole('img', { name: 'No.3 の写真' })).toHaveAttribute('src', preview)
  expect(screen.getByRole('link').elements()).toEqual([])
  expect(answer).toHaveBeenCalledWith(gone)
  answer.mockRestore()
})

test('without any picture words stand where it would be', async () => {
  const screen = await show(
    <PictureViewer framed="/nothing.png" original={null} alt="No.3 の写真" name="No.3" />,
  )
  await expect.element(screen.getByRole('status')).toMatchTextContent(/画像を表示できません/)
  expect(screen.getByRole('img').elements()).toEqual([])
})

test('words stand there too if the only picture is a small one that cannot be loaded', async () => {
  const screen = await show(
    <PictureViewer framed={null} original={null} preview="/nothing.png" alt="No.3 の写真" name="No.3" />,
  )
  await expect.element(screen.getByRole('status')).toMatchTextContent(/画像を表示できません/)
  await expect.element(screen.getByRole('button', { name: '拡大' })).not.toBeInTheDocument()
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

const scaleOf = (picture: Element) =>
  picture.getBoundingClientRect().width / (picture.parentElement?.clientWidth ?? 1)

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

test('two fingers zoom the picture, one moves it then; of the whole picture one scrolls the page', async () => {
  const screen = await show(viewer)
  const picture = screen.getByRole('img', { name: 'No.3 の写真' })
  const stage = screen.getByRole('figure').element()
  await expect.poll(() => scaleOf(picture.element())).toBe(1)
  expect(getComputedStyle(stage).touchAction).toBe('pan-y')
  const { left, top, width, height } = stage.getBoundingClientRect()
  const at = (x: number, y: number) => ({ x: left + x * width, y: top + y * height })
  const onTouch = vi.fn((event: TouchEvent) => event.defaultPrevented)
  document.addEventListener('touchmove', onTouch)
  await swipe([at(0.5, 0.5), at(0.7, 0.5), at(0.8, 0.5)])
  await expect.poll(() => onTouch.mock.calls.length).toBeGreaterThan(0)
  document.removeEventListener('touchmove', onTouch)
  expect(onTouch).toHaveReturnedWith(false)
  expect(onTouch).not.toHaveReturnedWith(true)
  expect(picture.element().getBoundingClientRect().left).toBe(left)
  await pinch([at(0.45, 0.5), at(0.55, 0.5)], [at(0.35, 0.5), at(0.65, 0.5)])
  await expect.poll(() => scaleOf(picture.element())).toBeCloseTo(3)
  expect(getComputedStyle(stage).touchAction).toBe('none')
  const before = picture.element().getBoundingClientRect().left
  await swipe([at(0.5, 0.5), at(0.6, 0.5), at(0.7, 0.5)])
  await expect.poll(() => picture.element().getBoundingClientRect().left).toBeCloseTo(before + 0.2 * width, 0)
})

test('a double click enlarges what it meets, another one shows the whole picture again', async () => {
  const screen = await show(viewer)
  const picture = screen.getByRole('img', { name: 'No.3 の写真' })
  const stage = screen.getByRole('figure')
  await stage.dblClick()
  await expect.poll(() => scaleOf(picture.element())).toBeCloseTo(3)
  await stage.dblClick()
  await expect.poll(() => scaleOf(picture.element())).toBe(1)
})

test('without a picture it says so', async () => {
  const screen = await show(<PictureViewer framed={null} original={null} alt="写真" name="x" />)
  await expect.element(screen.getByText('画像無し')).toBeVisible()
})
