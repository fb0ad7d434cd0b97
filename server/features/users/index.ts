export { currentRole, systemAdminRemains } from './membership-rules.ts'
export { presentUser } from './present.ts'
export {
  findSystemAdmins,
  hasSystemAdmin,
  isTaken,
  listMembers,
  lockNames,
  lockRoles,
  shownTo,
} from './repository.ts'
