export { systemAdminRemains } from './membership-rules.ts'
export { presentUser } from './present.ts'
export { isTaken, listMembers, lockNames, lockRoles } from './repository.ts'
