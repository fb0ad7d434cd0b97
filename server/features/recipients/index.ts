export {
  findAlertsOfOthers,
  findRecipients,
  listGroupsOf,
  lockRecipients,
  memberCount,
  reachedCount,
} from './repository.ts'
export { findGroup, leaveGroups, recordTest } from './service.ts'
