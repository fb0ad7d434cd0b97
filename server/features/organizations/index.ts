export { findOrganization, isActive, listOrganizationNames, timeZoneOf } from './repository.ts'
