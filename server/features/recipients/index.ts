export {
  findAlertsOfOthers,
  findRecipients,
  listGroupsOf,
  memberCount,
  reachedCount,
} from './repository.ts'
export { findGroup, leaveGroups, recordTest } from './service.ts'
