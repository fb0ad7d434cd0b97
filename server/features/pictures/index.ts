export { derivedPicture, MissingPictureError, originalPicture } from './derived.ts'
export type { NewPicture } from './repository.ts'
export { removeOldOriginals } from './retention.ts'
export { keepFramed, pictureRow, recordPicture, storeFramed, storePicture } from './store.ts'
export {
  describePicture,
  parseBase64Picture,
  parsePicture,
  sha256Of,
  type UploadedPicture,
  undecodable,
} from './upload.ts'
