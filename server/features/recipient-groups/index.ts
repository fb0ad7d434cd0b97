export {
  findAlertsOfOthers,
  findRecipients,
  listRecipientGroupsOf,
  lockRecipientGroup,
  memberCount,
  reachedCount,
} from './repository.ts'
export { findRecipientGroup, leaveRecipientGroups, recordTest } from './service.ts'
