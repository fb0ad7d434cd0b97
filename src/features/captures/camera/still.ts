import { sharpnessOf } from '../../../../reader/web/index.ts'

export interface Still {
  bytes: ArrayBuffer
  mime: string
}

const quality = 0.92
/** Some phones never answer; then the video frame is used. Milliseconds. */
const photoTimeout = 6000

/** The camera's full-resolution photograph where supported, else the video frame. */
export async function takeStill(video: HTMLVideoElement, stream: MediaStream): Promise<Still> {
  const blob = (await photographOf(stream)) ?? (await frameOf(video))
  return { bytes: await blob.arrayBuffer(), mime: blob.type }
}

/** A shaking hand is still for a moment: of so many stills the sharpest is kept. */
const burst = 3
/** No further one is begun later. Milliseconds. */
const longestBurst = 1500

/** The sharpest of up to three. */
export async function takeSharpest(video: HTMLVideoElement, stream: MediaStream): Promise<Still> {
  const until = performance.now() + longestBurst
  const stills = [await takeStill(video, stream)]
  while (stills.length < burst && performance.now() < until) {
    await nextFrame(video)
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
const nextFrame = (video: HTMLVideoElement) =>
  new Promise<void>((resolve) => {
    video.requestVideoFrameCallback?.(() => resolve())
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

const untilFirstFrame = (video: HTMLVideoElement) =>
  new Promise<void>((resolve) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true })
    setTimeout(resolve, firstFrame)
  })

async function frameOf(video: HTMLVideoElement): Promise<Blob> {
  if (video.videoWidth === 0) await untilFirstFrame(video)
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  const context = canvas.getContext('2d')
  if (!context || canvas.width === 0) throw new Error('the camera shows no picture yet')
  context.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  if (!blob) throw new Error('the frame could not be encoded')
  return blob
}
