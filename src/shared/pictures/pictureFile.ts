import { pictureFormatOf } from '../../../contract/pictureFormat.ts'
import { compressForUpload } from './compressForUpload.ts'

/** `accept` of file inputs. Some systems know no MIME type for HEIC. */
export const pictureAccept = 'image/*,.heic,.heif'

/** Returns whether this browser can show the picture. */
async function canDecode(picture: Blob): Promise<boolean> {
  const image = new Image()
  image.src = URL.createObjectURL(picture)
  try {
    await image.decode()
    return true
  } catch {
    return false
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/**
 * Returns the picture with the type that its bytes show, or an error message if it cannot be used. The type and name
 * that a file carries do not count, because they are often missing or wrong. The server cannot decode HEIC, so it is
 * usable only where this browser can convert it.
 */
export async function checkPicture(chosen: Blob): Promise<Blob | string> {
  if (chosen.size === 0) return '画像を読み込めませんでした。もう一度選択してください。'
  const format = pictureFormatOf(new Uint8Array(await chosen.arrayBuffer()))
  if (format === null) return '画像ファイルを選択してください（JPEG、PNG、WebP、HEIC）'
  if (format === 'image/avif') return 'AVIF の画像は使えません。JPEG か PNG で保存し直して選択してください。'
  const picture = new Blob([chosen], { type: format })
  if ((format === 'image/heic' || format === 'image/heif') && !(await canDecode(picture)))
    return 'このブラウザではHEICの画像を読み込めません。JPEGかPNGの画像を選択してください。'
  return picture
}

/** Returns the picture as uploaded, or an error message. */
export async function preparePictureFile(
  chosen: File,
  compress: (file: File) => Promise<Blob> = compressForUpload,
): Promise<Blob | string> {
  const picture = await checkPicture(chosen)
  if (typeof picture === 'string') return picture
  return compress(new File([picture], chosen.name, { type: picture.type }))
}
