/** The part of the browser's BarcodeDetector that is used; not in TypeScript's types. */
interface Detector {
  detect: (image: ImageBitmapSource) => Promise<readonly { rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: ['qr_code'] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const ownReader = async (): Promise<Detector> => {
  const { BarcodeDetector } = await import('qr/decode.js')
  return new BarcodeDetector({ formats: ['qr_code'] })
}

async function browserReader(): Promise<Detector | null> {
  const { BarcodeDetector: Native } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await Native?.getSupportedFormats().catch((): readonly string[] => [])
  return Native && formats?.includes('qr_code') ? new Native({ formats: ['qr_code'] }) : null
}

/** Text of the QR code in a picture; null: none found. */
export type CodeReader = (image: ImageBitmapSource) => Promise<string | null>

/** The browser's reader, else ours, which is loaded when first needed and kept with the app's files. */
export async function createCodeReader(): Promise<CodeReader> {
  let detector = (await browserReader()) ?? (await ownReader())
  return async (image) => {
    const found = await detector.detect(image).catch(async () => {
      // Offered, but not working: some Androids without Google's services.
      detector = await ownReader()
      return detector.detect(image)
    })
    return found[0]?.rawValue ?? null
  }
}
