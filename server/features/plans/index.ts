export { assertAppsAllowed } from './apps-allowance.ts'
