import { endingOf } from '../../offline/captures.ts'

export const savePhotograph = (bytes: ArrayBuffer, mime: string, name: string): Promise<void> =>
  saveFile(new File([bytes], `${name}.${endingOf(mime)}`, { type: mime }))

/** By the share sheet where supported, else as a download. */
export async function saveFile(file: File): Promise<void> {
  if (navigator.maxTouchPoints > 0 && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((error: unknown) => {
      const closed = error instanceof DOMException && error.name === 'AbortError'
      if (!closed) download(file)
    })
    return
  }
  download(file)
}

function download(file: File): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = file.name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
