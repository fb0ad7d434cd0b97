import { createHintWatch, FRAME_SIZE, type HintWatch } from '../core/hints.ts'
import { limitSize } from '../core/resample.ts'
import type { Picture } from '../core/types.ts'
import { decode } from './decode.ts'
import type { HintAnswer, HintRequest } from './hints-messages.ts'

let canvas: OffscreenCanvasRenderingContext2D | null = null
let watch: Promise<HintWatch> | null = null

async function watchOf({ settings, reference }: Extract<HintRequest, { settings: unknown }>) {
  const picture = reference && (await decode(reference.bytes, reference.mime).catch(() => null))
  return createHintWatch(settings, picture && limitSize(picture, FRAME_SIZE))
}

function pixelsOf(frame: ImageBitmap): Picture {
  const { width, height } = frame
  if (canvas?.canvas.width !== width || canvas.canvas.height !== height)
    canvas = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!canvas) throw new Error('no 2d context')
  canvas.drawImage(frame, 0, 0)
  return { width, height, data: canvas.getImageData(0, 0, width, height).data }
}

self.addEventListener('message', async ({ data }: MessageEvent<HintRequest>) => {
  if ('settings' in data) {
    watch = watchOf(data)
    return
  }
  const looking = await watch
  const picture = pixelsOf(data.frame)
  data.frame.close()
  self.postMessage({ hint: looking?.look(picture) ?? null } satisfies HintAnswer)
})
