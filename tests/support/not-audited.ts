import type { EndpointName } from '../../contract/endpoints.ts'

/** Calls that leave no entry in the history of operations, and why. */
export const notAudited: Partial<Record<EndpointName, string>> = {
  login: 'a session is listed with its device',
  refresh: 'as login',
  logout: 'one’s own session',
  endSession: 'one’s own session',
  forgotPassword: 'changes nothing',
  changeEmail: 'holds when it is confirmed, which is audited',
  createReading: 'the reading says who entered it',
  createCapture: 'the reading says who sent it',
  createSkip: 'the skip says who sent it',
  withdrawSkip: 'the skip says who withdrew it',
  createPushSubscription: 'one’s own browser',
  deletePushSubscription: 'one’s own browser',
  testPush: 'changes nothing',
  testMail: 'changes nothing',
  downloadChildDevice: 'changes nothing that people set',
  downloadParentDevice: 'changes nothing that people set',
  registerDevice: 'no person: device history',
  reportPicture: 'no person: device history',
  reportAnalog: 'no person: device history',
  reportHeartbeat: 'no person: device history',
  webhookValues: 'no person: device history',
  webhookPicture: 'no person: device history',
  analyzeV1: 'stores nothing',
  analyzeV2: 'stores nothing',
}
