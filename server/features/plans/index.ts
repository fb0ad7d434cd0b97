export { boostAllowanceOf, giveBackBoostCall, takeBoostCall } from './boost-calls.ts'
export { assertAppsAllowed } from './rules.ts'
