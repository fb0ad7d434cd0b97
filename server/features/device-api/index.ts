export { recordRejections } from './rejections.ts'
export { tidyDeviceUrl } from './tidy-url.ts'
