import { compressForUpload } from './compressForUpload.ts'

/** `accept` of file inputs. Some systems know no MIME type for HEIC. */
export const pictureAccept = 'image/*,.heic,.heif'

const isHeif = ({ type }: Blob) => type === 'image/heic' || type === 'image/heif'

const known = (file: File): File =>
  file.type === '' && /\.hei[cf]$/i.test(file.name)
    ? new File([file], file.name, { type: 'image/heic' })
    : file

/** The picture as uploaded, or an error message. */
export async function preparePictureFile(
  chosen: File,
  compress: (file: File) => Promise<Blob> = compressForUpload,
): Promise<Blob | string> {
  const file = known(chosen)
  if (!file.type.startsWith('image/')) return '画像ファイルを選択してください'
  const picture = await compress(file)
  // The server cannot decode it either.
  if (isHeif(picture))
    return 'このブラウザではHEICの画像を読み込めません。JPEGかPNGの画像を選択してください。'
  return picture
}
