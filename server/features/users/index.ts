export { findInvitation, listInvitations } from './invitation-repository.ts'
export { inviteWithin, mailsLeft, tooManyMails, withdrawWithin } from './invitation-service.ts'
export { currentRole, systemAdminRemains } from './membership-rules.ts'
export { presentUser } from './present.ts'
export {
  findMember,
  findSystemAdmins,
  findUserByEmail,
  hasSystemAdmin,
  isTaken,
  listMembers,
  lockNames,
  lockRoles,
  shownTo,
} from './repository.ts'
export { updateMemberWithin } from './service.ts'
