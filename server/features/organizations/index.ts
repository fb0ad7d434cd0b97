export { findOrganization, listOrganizationNames } from './repository.ts'
export { isActive } from './status.ts'
