import { toCanvas } from 'qrcode'
import { useEffect, useRef } from 'react'
import classes from './WifiQr.module.css'

interface Props {
  text: string
  /** Width and height in pixels. */
  size: number
}

/** Black on white with its quiet border, in the dark too. */
const draw = (canvas: HTMLCanvasElement, { text, size }: Props) =>
  toCanvas(canvas, text, { width: size, margin: 4, errorCorrectionLevel: 'M' })

/** A QR code as it is saved. */
export default function QrPicture({ text, size }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const shown = canvas.current
    if (shown === null) return
    draw(shown, { text, size })
      // The library fixes both sides; in a narrow window the picture shrinks as a whole.
      .then(() => shown.style.removeProperty('height'))
      .catch(reportError)
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
