export { findOrganization, isActive, listOrganizationNames } from './repository.ts'
