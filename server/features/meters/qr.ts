import { toBuffer } from 'qrcode'

/** 300 dpi when printed 5 cm wide. */
const width = 600

/** PNG with a quiet zone. */
export const qrPicture = (text: string): Promise<Buffer> =>
  toBuffer(text, { width, margin: 4, errorCorrectionLevel: 'M' })
