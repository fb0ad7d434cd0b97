export {
  findAlertsOfOthers,
  findRecipients,
  listRecipientGroupsOf,
  memberCount,
  reachedCount,
} from './repository.ts'
export { findRecipientGroup, leaveRecipientGroups, recordTest } from './service.ts'
