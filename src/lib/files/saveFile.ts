import { endingOf } from '../../../offline/captures.ts'

export const savePhotograph = (bytes: ArrayBuffer, mime: string, name: string): Promise<boolean> =>
  saveFile(new File([bytes], `${name}.${endingOf(mime)}`, { type: mime }))

/** By the share sheet where supported, else as a download. False when the person closed the share sheet. */
export async function saveFile(file: File): Promise<boolean> {
  if (navigator.maxTouchPoints > 0 && navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
      return true
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return false
    }
  }
  download(file)
  return true
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
