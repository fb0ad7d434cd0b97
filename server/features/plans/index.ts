export { assertAppsAllowed } from './apps-allowance.ts'
export { boostAllowanceOf, giveBackBoostCall, takeBoostCall } from './boost-calls.ts'
