import { sharpnessOf } from '../../../../reader/web/index.ts'

export interface Still {
  bytes: ArrayBuffer
  mime: string
}

const quality = 0.92
/** Some phones never answer; then the video frame is used. Milliseconds. */
const photoTimeout = 6000

/** The element that shows the camera now: a camera that is restarted gets another one. */
export type LiveVideo = () => HTMLVideoElement | null | undefined

/** No picture came from the camera. */
export class NoPicture extends Error {}

/**
 * The camera's full-resolution photograph where supported, else the video frame.
 *
 * @throws NoPicture where neither comes.
 */
export async function takeStill(video: LiveVideo, stream: MediaStream): Promise<Still> {
  const blob = (await photographOf(stream)) ?? (await frameOf(await showing(video)))
  return { bytes: await blob.arrayBuffer(), mime: blob.type }
}

/** A shaking hand is still for a moment: of so many stills the sharpest is kept. */
const burst = 3
/** No further one is begun later. Milliseconds. */
const longestBurst = 1500

/** The sharpest of up to three. */
export async function takeSharpest(video: LiveVideo, stream: MediaStream): Promise<Still> {
  const until = performance.now() + longestBurst
  const stills = [await takeStill(video, stream)]
  while (stills.length < burst && performance.now() < until) {
    await nextFrame(video())
    stills.push(await takeStill(video, stream))
  }
  const sharpness = await Promise.all(
    // What cannot be decoded here is no better than the others.
    stills.map(({ bytes, mime }) => sharpnessOf(bytes, mime).catch(() => 0)),
  )
  return stills.reduce((best, still, index) =>
    (sharpness[index] ?? 0) > (sharpness[stills.indexOf(best)] ?? 0) ? still : best,
  )
}

/** So that a fallback does not take the same frame again; a camera that stands still gives none. */
const nextFrame = (video: ReturnType<LiveVideo>) =>
  new Promise<void>((resolve) => {
    video?.requestVideoFrameCallback?.(() => resolve())
    setTimeout(resolve, 100)
  })

async function photographOf(stream: MediaStream): Promise<Blob | null> {
  const [track] = stream.getVideoTracks()
  if (!track || !('ImageCapture' in globalThis)) return null
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, photoTimeout, null))
  try {
    const blob = await Promise.race([new ImageCapture(track).takePhoto(), timeout])
    return blob && blob.size > 0 ? blob : null
  } catch {
    // Drivers fail for many reasons; the video frame is the fallback.
    return null
  }
}

/** A camera that has just begun shows nothing for a moment; one that stalls is restarted meanwhile. Milliseconds. */
const firstFrame = 10_000
const interval = 100

/** Returns the element once it shows a picture. */
async function showing(video: LiveVideo): Promise<HTMLVideoElement> {
  for (const until = performance.now() + firstFrame; performance.now() < until; ) {
    const current = video()
    if (current && current.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return current
    await new Promise((resolve) => setTimeout(resolve, interval))
  }
  throw new NoPicture()
}

async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2d context')
  context.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('the frame could not be encoded')
  return blob
}
