import { toBuffer } from 'qrcode'

/** Printed 5 cm wide it has 300 points an inch. */
const width = 600

/** A QR code with its quiet border, as a PNG. */
export const qrPicture = (text: string): Promise<Buffer> =>
  toBuffer(text, { width, margin: 4, errorCorrectionLevel: 'M' })
