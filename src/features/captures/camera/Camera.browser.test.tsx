// Covers docs/requirements.md: 523, 525, 528, 529, 559, 627

import { createRef } from 'react'
import { afterEach, beforeEach, expect, type MockInstance, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { show } from '../../../../tests/support/components/show.tsx'
import { touch } from '../../../../tests/support/components/touch.ts'
import { CameraNote } from './CameraNote.tsx'
import { CameraPreview } from './CameraPreview.tsx'
import { LiveView } from './LiveView.tsx'
import { Shutter } from './Shutter.tsx'
import { useLiveCamera } from './useLiveCamera.ts'

const settings = {
  type: 0,
  settings: null,
  area: null,
  axis: null,
  radius: null,
  digitNumber: null,
  decimalPoint: 2,
  range: null,
  boost: false,
} as const

const shot = vi.fn()

function Live({ refused = false, reference = null as string | null }) {
  const live = useLiveCamera()
  const { camera } = live
  return (
    <>
      <div style={{ position: 'relative', height: 200 }}>
        <LiveView live={live} />
        <CameraPreview
          live={live}
          settings={settings}
          reference={reference}
          referenceAspect={reference === null ? null : 4 / 3}
          hint={null}
          onShoot={shot}
        />
      </div>
      <CameraNote camera={camera} refused={refused} />
      <Shutter
        meterId={3}
        camera={camera}
        button={createRef()}
        ready={camera.stream !== null}
        refused={refused}
        saving={false}
        onShutter={shot}
        onPicture={vi.fn()}
        onFailure={vi.fn()}
      />
    </>
  )
}

/** Cameras that show pictures as long as they are `running`; a canvas gives frames only while it is drawn on. */
const cameras: { track: MediaStreamTrack; running: boolean }[] = []
let drawing = 0
let visibility: DocumentVisibilityState = 'visible'

function openCamera(running = true): MediaStream {
  const canvas = document.createElement('canvas')
  canvas.width = 64
  canvas.height = 48
  const context = canvas.getContext('2d')
  context?.fillRect(0, 0, 64, 48)
  const stream = canvas.captureStream()
  const [track] = stream.getVideoTracks()
  if (!track) throw new Error('no track')
  const camera = { track, running }
  cameras.push(camera)
  let shade = 0
  const draw = () => {
    if (camera.running && context) {
      shade = (shade + 1) % 256
      context.fillStyle = `rgb(${shade} 0 0)`
      context.fillRect(0, 0, 64, 48)
    }
    if (track.readyState === 'live') drawing = requestAnimationFrame(draw)
  }
  draw()
  return stream
}

let asked: MockInstance<MediaDevices['getUserMedia']>

beforeEach(() => {
  cameras.length = 0
  visibility = 'visible'
  asked = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => openCamera())
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  cancelAnimationFrame(drawing)
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const shutter = (screen: Awaited<ReturnType<typeof show>>) =>
  screen.getByRole('button', { name: '撮影', exact: true })

async function live() {
  const screen = await show(<Live />)
  await expect.element(shutter(screen)).toBeEnabled()
  asked.mockClear()
  return screen
}

function see(state: DocumentVisibilityState, event = 'visibilitychange') {
  visibility = state
  if (event === 'visibilitychange') document.dispatchEvent(new Event(event))
  else window.dispatchEvent(new Event(event))
}

test('the shutter reacts when a finger touches it, also with another finger or a smear, and once', async () => {
  const screen = await live()
  shot.mockClear()
  const { left, top, width, height } = shutter(screen).element().getBoundingClientRect()
  const [x, y] = [left + width / 2, top + height / 2]
  await touch('touchStart', [{ x, y }])
  await expect.poll(() => shot.mock.calls.length).toBe(1)
  await touch('touchMove', [{ x: x + 80, y: y - 60 }])
  await touch('touchEnd', [])
  await touch('touchStart', [
    { x: 10, y: 10, id: 0 },
    { x, y, id: 1 },
  ])
  await expect.poll(() => shot.mock.calls.length).toBe(2)
  await touch('touchEnd', [])
  // A tap is no second photograph.
  await touch('touchStart', [{ x, y }])
  await touch('touchEnd', [])
  await shutter(screen).click()
  expect(shot).toHaveBeenCalledTimes(4)
})

test('requirement 25: a camera whose picture stands still for two seconds is restarted, then a file is offered', async () => {
  const screen = await live()
  asked.mockImplementation(async () => openCamera(false))
  for (const camera of cameras) camera.running = false
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await expect
    .element(screen.getByRole('alert'))
    .toMatchTextContent(/カメラの映像が止まりました.*「写真を撮る・選ぶ」/)
  expect(asked).toHaveBeenCalledOnce()
  expect(cameras.every(({ track }) => track.readyState === 'ended')).toBe(true)
  asked.mockImplementation(async () => openCamera())
  see('visible', 'focus')
  await expect.element(shutter(screen)).toBeEnabled()
})

test('a browser that stores nothing is not led to the file input, which is disabled there as well', async () => {
  asked.mockRejectedValue(new DOMException('no', 'NotFoundError'))
  const screen = await show(<Live refused />)
  await expect.element(screen.getByText('このウィンドウでは撮影できません')).toBeVisible()
  await expect.element(screen.getByLabelText('写真を撮る・選ぶ')).toBeDisabled()
  await expect.element(screen.getByText(/「写真を撮る・選ぶ」/)).not.toBeInTheDocument()
})

test('requirement 25: after a refusal the camera is asked for by a press only', async () => {
  asked.mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const screen = await show(<Live />)
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/許可されていません/)
  asked.mockClear()
  for (const event of ['visibilitychange', 'pageshow', 'focus']) see('visible', event)
  see('hidden')
  see('visible')
  expect(asked).not.toHaveBeenCalled()
  asked.mockImplementation(async () => openCamera())
  await screen.getByRole('button', { name: 'カメラを再開' }).click()
  await expect.element(shutter(screen)).toBeEnabled()
  expect(asked).toHaveBeenCalledOnce()
})

test('requirement 25: a hidden page stops its camera, and starts one when it is back, whatever tells it', async () => {
  const screen = await live()
  see('hidden')
  await expect.element(shutter(screen)).toBeDisabled()
  await expect.poll(() => cameras.every(({ track }) => track.readyState === 'ended')).toBe(true)
  expect(asked).not.toHaveBeenCalled()
  for (const event of ['visibilitychange', 'pageshow', 'focus']) see('visible', event)
  await expect.element(shutter(screen)).toBeEnabled()
  for (const event of ['pageshow', 'focus']) see('visible', event)
  expect(asked).toHaveBeenCalledOnce()
})

test('requirement 25: a track that ended while the phone was locked is replaced, though nobody said the page was hidden', async () => {
  const screen = await live()
  for (const { track } of cameras) track.stop()
  see('visible', 'focus')
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  await expect.element(shutter(screen)).toBeEnabled()
})

test('requirement 25: while a camera is asked for no other is, and one that comes to a hidden page is let go', async () => {
  const screen = await live()
  see('hidden')
  const answer = Promise.withResolvers<MediaStream>()
  asked.mockReturnValue(answer.promise)
  see('visible')
  await expect.poll(() => asked.mock.calls.length).toBe(1)
  see('hidden')
  see('visible')
  see('visible', 'focus')
  see('hidden')
  answer.resolve(openCamera())
  await expect.poll(() => cameras.at(-1)?.track.readyState).toBe('ended')
  expect(asked).toHaveBeenCalledOnce()
  asked.mockImplementation(async () => openCamera())
  see('visible')
  await expect.element(shutter(screen)).toBeEnabled()
})

test('a camera that does not come, as while a question for permission is open, is waited for, and after 5 s that is said', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answer = Promise.withResolvers<MediaStream>()
  asked.mockReturnValue(answer.promise)
  const screen = await show(<Live />)
  const note = screen.getByText(/^カメラの許可を求める表示が出ているときは、許可してください。/)
  vi.advanceTimersByTime(4900)
  await expect.element(note).not.toBeInTheDocument()
  vi.advanceTimersByTime(200)
  await expect.element(note).toBeVisible()
  answer.resolve(openCamera())
  await expect.element(shutter(screen)).toBeEnabled()
  await expect.element(note).not.toBeInTheDocument()
  expect(asked).toHaveBeenCalledOnce()
})

test('requirement 27: lamp and zoom are offered where the camera has them, and their failure is no hindrance', async () => {
  const plain = await live()
  await expect.element(plain.getByRole('button', { name: 'ライト' })).not.toBeInTheDocument()
  await expect.element(plain.getByRole('slider', { name: 'ズーム' })).not.toBeInTheDocument()
  await plain.unmount()
  vi.spyOn(MediaStreamTrack.prototype, 'getCapabilities').mockReturnValue({
    torch: true,
    zoom: { min: 1, max: 5, step: 0.1 },
  } as MediaTrackCapabilities)
  const wishes = vi
    .spyOn(MediaStreamTrack.prototype, 'applyConstraints')
    .mockRejectedValue(new DOMException('no lamp', 'OperationError'))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const able = await live()
  await able.getByRole('button', { name: 'ライト' }).click()
  await expect.element(able.getByRole('slider', { name: 'ズーム' })).toBeVisible()
  expect(wishes).toHaveBeenLastCalledWith({ advanced: [{ torch: true }] })
  await expect.poll(() => warned.mock.calls.length).toBe(1)
  await expect.element(shutter(able)).toBeEnabled()
})

test('the shutter is pressed by volume keys where no dialog is open, and by space or Enter where they press nothing else', async () => {
  const screen = await live()
  shot.mockClear()
  // The button can be enabled a moment before its keys are listened to; a key that nobody hears takes no photograph.
  for (const key of ['AudioVolumeUp', 'AudioVolumeDown'])
    await expect
      .poll(() => window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true })))
      .toBe(false)
  await userEvent.keyboard(' ')
  await userEvent.keyboard('{Enter}')
  expect(shot).toHaveBeenCalledTimes(4)
  // The button's own press, not one more.
  shutter(screen).element().focus()
  await userEvent.keyboard('{Enter}')
  expect(shot).toHaveBeenCalledTimes(5)
  const dialog = document.createElement('dialog')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'AudioVolumeUp', cancelable: true }))
  dialog.remove()
  expect(shot).toHaveBeenCalledTimes(5)
})

test('the reference picture lies over the live view once it is switched on, also the next time', async () => {
  onTestFinished(() => localStorage.removeItem('captureOverlay'))
  const open = async () => {
    const screen = await show(<Live reference="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" />)
    await expect.element(shutter(screen)).toBeEnabled()
    const ghosts = () => screen.container.querySelectorAll('image').length
    const button = screen.getByRole('button', { name: 'メーター画像を重ねる' })
    await expect.element(button).toBeVisible()
    const icon = () => button.element().querySelector('svg')?.getAttribute('class')
    return { screen, ghosts, button, icon }
  }
  const first = await open()
  await expect.element(first.button).toHaveAttribute('aria-pressed', 'false')
  expect(first.ghosts()).toBe(0)
  expect(first.icon()).not.toContain('check')
  await first.button.click()
  await expect.poll(first.ghosts).toBe(1)
  await expect.element(first.button).toHaveAttribute('aria-pressed', 'true')
  expect(first.icon()).toContain('check')
  await first.screen.unmount()
  const second = await open()
  await expect.element(second.button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(second.ghosts).toBe(1)
})
