import sharp from 'sharp'
import { FRAME_SIZE } from '../../../reader/core/hints.ts'
import { decode, type Picture } from '../../../reader/node/index.ts'

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
