import { create, toCanvas } from 'qrcode'
import { useEffect, useRef } from 'react'
import classes from './WifiQr.module.css'

interface Props {
  text: string
  /** Width and height in pixels. */
  size: number
}

/** In modules of the code, as its standard has it. */
const margin = 4

/** Whole pixels of a module in a picture of this size: where some are wider than others, no camera reads small ones. */
const scaleOf = ({ text, size }: Props, errorCorrectionLevel: 'M' | 'L') =>
  Math.floor(size / (create(text, { errorCorrectionLevel }).modules.size + 2 * margin))

/** Black on white with its quiet border, in the dark too. */
async function draw(canvas: HTMLCanvasElement, picture: Props): Promise<void> {
  const { text, size } = picture
  // Rather less is spent on errors than that the picture grows beyond the size that was chosen.
  const errorCorrectionLevel = scaleOf(picture, 'M') > 0 ? 'M' : 'L'
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

/** A QR code as it is saved. */
export default function QrPicture({ text, size }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current !== null) draw(canvas.current, { text, size }).catch(reportError)
  }, [text, size])
  return <canvas ref={canvas} className={classes.picture} role="img" aria-label="WiFiのQRコード" />
}

/** The same as a file, whether it is shown yet or not. */
export async function qrFile(picture: Props, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  await draw(canvas, picture)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
  if (blob === null) throw new Error('the canvas gave no picture')
  return new File([blob], name, { type: 'image/png' })
}
