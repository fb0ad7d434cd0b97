export { systemAdminRemains } from './membership-rules.ts'
export { presentUser } from './present.ts'
export { findSystemAdmins, isTaken, listMembers, lockNames, lockRoles } from './repository.ts'
