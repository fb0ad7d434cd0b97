export { apisRefusal } from './apis-refusal.ts'
export { assertAppsAllowed } from './apps-allowance.ts'
export { boostAllowanceOf, giveBackBoostCall, takeBoostCall } from './boost-calls.ts'
