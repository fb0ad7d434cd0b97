export { assertAppsAllowed } from './rules.ts'
