import { toCanvas } from 'qrcode'
import { type RefObject, useEffect } from 'react'
import classes from './WifiQr.module.css'

interface Props {
  text: string
  /** Width and height in pixels. */
  size: number
  /** For saving what is shown. */
  canvas: RefObject<HTMLCanvasElement | null>
}

/** A QR code as it is saved: black on white with its quiet border, in the dark too. */
const QrPicture = ({ text, size, canvas }: Props) => {
  useEffect(() => {
    const shown = canvas.current
    if (shown === null) return
    toCanvas(shown, text, { width: size, margin: 4, errorCorrectionLevel: 'M' })
      // The library fixes both sides; in a narrow window the picture shrinks as a whole.
      .then(() => shown.style.removeProperty('height'))
      .catch(reportError)
  }, [canvas, text, size])
  return <canvas ref={canvas} className={classes.picture} role="img" aria-label="WiFiのQRコード" />
}

export default QrPicture
