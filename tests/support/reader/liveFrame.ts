import sharp from 'sharp'
import { randomFrom } from '../../../faces/random.ts'
import { FRAME_SIZE } from '../../../reader/core/hints.ts'
import { decode, type Picture } from '../../../reader/node/index.ts'

/** Blurs a frame and adds the noise of a sensor in poor light. `noise`: standard deviation in grey levels. */
export async function blurredAndNoisy(frame: Picture, blur: number, noise: number): Promise<Picture> {
  const { width, height } = frame
  const raw = { width, height, channels: 4 } as const
  const data = new Uint8ClampedArray(await sharp(frame.data, { raw }).blur(blur).raw().toBuffer())
  const random = randomFrom(width * blur + noise)
  for (let at = 0; at < data.length; at += 4) {
    // Nearly normal, as a sum.
    const added = noise * Math.sqrt(3) * (random() + random() + random() + random() - 2)
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) + added
  }
  return { width, height, data }
}

/** Width and height of a camera's live picture, in pixels. */
export type CameraShape = readonly [width: number, height: number]

/**
 * Returns the frame of a live view that shows a photograph in the middle of the framing guide. The wall around it
 * continues.
 *
 * @param distance size of the photograph, as a ratio of its size in the guide
 */
export async function liveFrame(jpeg: Buffer, camera: CameraShape, distance = 1): Promise<Picture> {
  const photograph = await sharp(jpeg).metadata()
  const scale = FRAME_SIZE / Math.max(...camera)
  const [width, height] = camera.map((side) => Math.round(side * scale)) as [number, number]
  const fit = distance * Math.min(width / photograph.width, height / photograph.height)
  const [across, down] = [Math.round(photograph.width * fit), Math.round(photograph.height * fit)]
  const [cut, pad] = [
    { x: Math.max(0, across - width), y: Math.max(0, down - height) },
    { x: Math.max(0, width - across), y: Math.max(0, height - down) },
  ]
  const seen = await sharp(jpeg)
    .resize(across, down, { fit: 'fill' })
    .extract({ left: cut.x >> 1, top: cut.y >> 1, width: across - cut.x, height: down - cut.y })
    .png()
    .toBuffer()
  const framed = sharp(seen).extend({
    left: pad.x >> 1,
    right: pad.x - (pad.x >> 1),
    top: pad.y >> 1,
    bottom: pad.y - (pad.y >> 1),
    extendWith: 'copy',
  })
  return decode(await framed.png().toBuffer())
}
