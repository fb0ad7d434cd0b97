export { notifyOrganizationChange } from './notify.ts'
