export { derivedPicture, MissingPictureError } from './derived.ts'
export { removeOldOriginals } from './retention.ts'
export { recordPicture, storePicture } from './store.ts'
export { parseBase64Picture, parsePicture, sha256Of, type UploadedPicture } from './upload.ts'
