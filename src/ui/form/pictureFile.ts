import { shrinkPicture } from '../../lib/shrinkPicture.ts'

/** What a file dialog offers. Some systems know no kind of file for the photographs of Apple’s phones. */
export const pictureFiles = 'image/*,.heic,.heif'

const isHeif = ({ type }: Blob) => type === 'image/heic' || type === 'image/heif'

const known = (file: File): File =>
  file.type === '' && /\.hei[cf]$/i.test(file.name)
    ? new File([file], file.name, { type: 'image/heic' })
    : file

/** The picture that a person chose, as it is uploaded; or in words why it is of no use. */
export async function takePictureFile(chosen: File): Promise<Blob | string> {
  const file = known(chosen)
  if (!file.type.startsWith('image/')) return '画像ファイルを選択してください'
  const picture = await shrinkPicture(file)
  // The server cannot decode it either: it would neither be read nor shown.
  if (isHeif(picture))
    return 'このブラウザではHEICの画像を読み込めません。JPEGかPNGの画像を選択してください。'
  return picture
}
