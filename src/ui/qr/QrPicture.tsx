import { create, toCanvas } from 'qrcode'
import { useEffect, useRef } from 'react'
import classes from './Qr.module.css'

interface Picture {
  text: string
  /** Width and height in pixels. */
  size: number
}

/** Modules, as the standard requires. */
const margin = 4

/** Whole pixels per module: uneven modules make small codes unreadable. */
const scaleOf = ({ text, size }: Picture, errorCorrectionLevel: 'M' | 'L') =>
  Math.floor(size / (create(text, { errorCorrectionLevel }).modules.size + 2 * margin))

/** Black on white with quiet zone, in dark mode too. */
async function draw(canvas: HTMLCanvasElement, picture: Picture): Promise<void> {
  const { text, size } = picture
  // Lower error correction where it makes modules larger: a larger picture is read from farther away.
  const errorCorrectionLevel = scaleOf(picture, 'L') > scaleOf(picture, 'M') ? 'L' : 'M'
  const scale = scaleOf(picture, errorCorrectionLevel)
  const code = document.createElement('canvas')
  await toCanvas(code, text, { scale, margin, errorCorrectionLevel })
  canvas.width = size
  canvas.height = size
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('the canvas cannot be drawn on')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, size, size)
  const beside = Math.floor((size - code.width) / 2)
  context.drawImage(code, beside, beside)
}

interface Props extends Picture {
  label: string
}

export default function QrPicture({ text, size, label }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    // By the display’s own pixels, of which a phone has two or three for one: modules fill the size better.
    const pixels = Math.round(size * window.devicePixelRatio)
    if (canvas.current !== null) draw(canvas.current, { text, size: pixels }).catch(reportError)
  }, [text, size])
  return (
    <canvas ref={canvas} className={classes.picture} style={{ width: size }} role="img" aria-label={label} />
  )
}

/** As a file, independent of the display. */
export async function qrFile(picture: Picture, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  await draw(canvas, picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (blob === null) throw new Error('the canvas gave no picture')
  return new File([blob], name, { type: 'image/png' })
}
